// The guided first games, each learned by keys alone; and what becomes of other moves, a reload, and who skips the lesson.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { checkEveryWindow } from './inside.mjs';
import { PHONE } from './visitor.mjs';

/** Goes by Tab to the first element that fits, as somebody without a mouse. */
async function tabTo(page, selector) {
  for (let press = 0; press < 120; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** The key of a piece is its place in the hand. */
async function pressPlace(page, attribute, piece) {
  const pieces = await page.locator(`#table [${attribute}]`).evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), attribute);
  await page.keyboard.press(String(pieces.indexOf(piece) + 1));
}

const card = (name) => (page) => pressPlace(page, 'data-card', name);
const domino = (name) => (page) => pressPlace(page, 'data-domino', name);
const enter = (page) => page.keyboard.press('Enter');

const chosen = (selector) => async (page) => {
  await tabTo(page, selector);
  await enter(page);
  await enter(page);
};

const bought = (offer) => async (page) => {
  await tabTo(page, `[data-offer="${offer}"]`);
  await enter(page);
};

/** By game: what is pressed at each step that asks for something; all other steps are read. */
const LESSONS = {
  cribbage: {
    throw: async (page) => {
      await card('AS')(page);
      await card('3S')(page);
      await enter(page);
    },
    nine: card('9D'),
    run: card('8H'),
    thirtyone: card('6H'),
    fifteen: card('7H'),
    theirs: enter,
    yours: enter,
    crib: enter,
  },
  texas42: {
    bid: chosen('[data-bid="31"]'),
    trump: chosen('[data-trump="sixes"]'),
    lead: domino('6-6'),
    double: domino('5-5'),
    draw: domino('6-2'),
    ruff: domino('6-3'),
    partner: domino('1-1'),
    made: enter,
  },
  dice: {
    roll: (page) => page.keyboard.press('r'),
    more: (page) => page.keyboard.press('r'),
    score: (page) => page.keyboard.press('s'),
    paid: enter,
    level: bought(5),
    die: bought(8),
    leave: async (page) => {
      await tabTo(page, '[data-leave]');
      await enter(page);
    },
    alone: async (page) => {
      await enter(page);
      await page.keyboard.press('s');
      await page.locator('[data-continue]').waitFor();
      await enter(page);
    },
  },
};

/** At one step of each game: what must lie in sight at every size, besides what the coach says. */
const NEEDS = {
  cribbage: ['run', ['[data-card]', '[data-count]', '.prompt, .action']],
  texas42: ['draw', ['[data-domino]', '.contract', '.prompt, .action']],
  dice: ['roll', ['[data-die]', '[data-reroll]', '[data-score]']],
};

/** Words that no sentence of a coach does without in one language, and that the other does not have. */
const SPANISH = /(?<!\p{L})(el|la|los|las|un|una|de|que|y|en|es|tu|te)(?!\p{L})/iu;
const ENGLISH = /(?<!\p{L})(the|you|your|and|with|this|that|is|are|of)(?!\p{L})/iu;

const stepOf = (page) => page.locator('[data-step]').getAttribute('data-step');

/** Waits for another step than this one. */
async function nextStep(page, step) {
  await page.waitForFunction((before) => !['', before].includes(document.querySelector('[data-step]')?.dataset.step ?? ''), step);
  return stepOf(page);
}

/** Learns a whole game; `see` is called at each step. */
async function learn(page, presses, see) {
  const seen = [];
  for (let step = await nextStep(page, ''); ; step = await nextStep(page, step)) {
    seen.push(step);
    await see?.(step);
    if (step === 'end') return seen;
    const press = presses[step];
    if (!press) await page.locator('[data-next]:focus').waitFor();
    await (press ?? enter)(page);
  }
}

for (const [game, presses] of Object.entries(LESSONS)) {
  browserTest(`${game} is learned by keys alone`, async ({ visit, tell }) => {
    const visitor = await visit({ viewport: { width: 1366, height: 768 } });
    const { page } = visitor;
    await visitor.open('/');
    await page.locator(`[data-game=${game}] a[href="/learn/${game}"]`).waitFor();
    await tabTo(page, `[data-game=${game}] a[href="/learn/${game}"]`);
    await enter(page);
    const told = [];
    const [looked, needs] = NEEDS[game];
    const seen = await learn(page, presses, async (step) => {
      const heard = await page.locator('[data-step] [role=status]').textContent();
      assert.ok(heard.length > 20 && !told.includes(heard), `a sentence of its own: ${step}`);
      told.push(heard);
      if (step === looked) await checkEveryWindow(page, `the lesson of ${game}`, [...needs, '[data-step] [role=status]', '[data-step] button']);
      if (['throw', 'bid', 'three', 'shop', 'go', 'end'].includes(step)) await visitor.look(`learn-${game}-${step}-desk`, { whole: false });
    });
    tell(`${game}: ${seen.length} steps`);
    assert.ok(Object.keys(presses).every((step) => seen.includes(step)), 'every move was asked for');
    await page.getByRole('link', { name: 'New table' }).waitFor();
  });
}

for (const [game, presses] of Object.entries(LESSONS)) {
  browserTest(`${game} is learned in Spanish to the end`, async ({ visit }) => {
    const visitor = await visit({ viewport: PHONE, locale: 'es-ES' });
    const { page } = visitor;
    await visitor.open(`/learn/${game}`);
    const seen = await learn(page, presses, async (step) => {
      const heard = await page.locator('[data-step] [role=status]').textContent();
      assert.match(heard, SPANISH, step);
      assert.doesNotMatch(heard, ENGLISH, step);
    });
    assert.ok(Object.keys(presses).every((step) => seen.includes(step)), `every move was asked for: ${seen}`);
    await page.getByRole('link', { name: 'Nueva mesa' }).waitFor();
  });
}

browserTest('the lesson waits for its own move, is found again after a reload, and can be skipped', async ({ visit }) => {
  const visitor = await visit({ viewport: PHONE, locale: 'es-ES' });
  const { page } = visitor;
  await visitor.open('/learn/cribbage');
  await nextStep(page, '');
  await visitor.look('learn-cribbage-welcome-phone', { whole: false });
  // Another throw is possible by the rules, but not what is asked for.
  for (const name of ['6H', '7H']) await card(name)(page);
  await page.locator('[data-throw]').click();
  await page.getByText('la lección necesita otra jugada').waitFor();
  assert.equal(visitor.asked('discard_cards'), 0, 'nothing was sent');
  for (const name of ['AS', '3S']) await page.locator(`[data-card="${name}"]`).click();
  await page.locator('[data-throw]').click();
  assert.equal(await nextStep(page, 'welcome'), 'starter');
  await page.reload();
  assert.equal(await nextStep(page, ''), 'starter');
  await visitor.look('learn-cribbage-starter-phone', { whole: false });
  await page.getByRole('button', { name: 'Saltar la lección' }).click();
  await page.locator('[data-step]').waitFor({ state: 'detached' });
  // Now every card may be played.
  await page.locator('.playable[data-card="6H"]').click();
  await page.locator('.laid [data-piece="6H"]').waitFor();
});
