// The guided first games with keys alone, and lessons with other moves, with a reload, and skipped.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { checkEveryWindow } from './inside.mjs';
import { PHONE } from './visitor.mjs';

/** Presses Tab until the focused element matches, like a player without a mouse. */
async function tabTo(page, selector) {
  for (let press = 0; press < 120; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Presses the key of a piece, which is its place in the hand. */
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

/** The keys for each step that asks for a move, by game. All other steps only explain. */
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

/** For one step of each game: the elements that must be visible at every size, besides the coach's sentence. */
const NEEDS = {
  cribbage: ['run', ['[data-card]', '[data-count]', '.prompt, .action']],
  texas42: ['draw', ['[data-domino]', '.contract', '.prompt, .action']],
  dice: ['roll', ['[data-die]', '[data-reroll]', '[data-score]']],
};

/** Words that every sentence of a coach has in one language and that do not exist in the other. */
const SPANISH = /(?<!\p{L})(el|la|los|las|un|una|de|que|y|en|es|tu|te)(?!\p{L})/iu;
const ENGLISH = /(?<!\p{L})(the|you|your|and|with|this|that|is|are|of)(?!\p{L})/iu;

const stepOf = (page) => page.locator('[data-step]').getAttribute('data-step');

/** Waits for a step other than this one. */
async function nextStep(page, step) {
  await page.waitForFunction((before) => !['', before].includes(document.querySelector('[data-step]')?.dataset.step ?? ''), step);
  return stepOf(page);
}

/** Plays a whole lesson; calls `see` at each step. */
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
  browserTest(`the lesson of ${game} can be played with keys alone`, async ({ visit, tell }) => {
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
      assert.ok(heard.length > 20 && !told.includes(heard), `the step ${step} must have a sentence of its own`);
      told.push(heard);
      if (step === looked) await checkEveryWindow(page, `the lesson of ${game}`, [...needs, '[data-step] [role=status]', '[data-step] button']);
      if (['throw', 'bid', 'three', 'shop', 'go', 'end'].includes(step)) await visitor.look(`learn-${game}-${step}-desk`, { whole: false });
    });
    tell(`${game}: ${seen.length} steps`);
    assert.ok(Object.keys(presses).every((step) => seen.includes(step)), 'every move must have been asked for');
    await page.getByRole('link', { name: 'New table' }).waitFor();
  });
}

for (const [game, presses] of Object.entries(LESSONS)) {
  browserTest(`the lesson of ${game} can be played to its end in Spanish`, async ({ visit }) => {
    const visitor = await visit({ viewport: PHONE, locale: 'es-ES' });
    const { page } = visitor;
    await visitor.open(`/learn/${game}`);
    const seen = await learn(page, presses, async (step) => {
      const heard = await page.locator('[data-step] [role=status]').textContent();
      assert.match(heard, SPANISH, step);
      assert.doesNotMatch(heard, ENGLISH, step);
    });
    assert.ok(Object.keys(presses).every((step) => seen.includes(step)), `every move must have been asked for: ${seen}`);
    await page.getByRole('link', { name: 'Nueva mesa' }).waitFor();
  });
}

browserTest('the lesson waits for its own move, continues after a reload, and can be skipped', async ({ visit }) => {
  const visitor = await visit({ viewport: PHONE, locale: 'es-ES' });
  const { page } = visitor;
  await visitor.open('/learn/cribbage');
  await nextStep(page, '');
  await visitor.look('learn-cribbage-welcome-phone', { whole: false });
  // This throw is legal, but not the one that the lesson asks for.
  for (const name of ['6H', '7H']) await card(name)(page);
  await page.locator('[data-throw]').click();
  await page.getByText('la lección necesita otra jugada').waitFor();
  assert.equal(visitor.asked('discard_cards'), 0, 'nothing must be sent');
  for (const name of ['AS', '3S']) await page.locator(`[data-card="${name}"]`).click();
  await page.locator('[data-throw]').click();
  assert.equal(await nextStep(page, 'welcome'), 'starter');
  await page.reload();
  assert.equal(await nextStep(page, ''), 'starter');
  await visitor.look('learn-cribbage-starter-phone', { whole: false });
  await page.getByRole('button', { name: 'Saltar la lección' }).click();
  await page.locator('[data-step]').waitFor({ state: 'detached' });
  // Now every legal card can be played.
  await page.locator('.playable[data-card="6H"]').click();
  await page.locator('.laid [data-piece="6H"]').waitFor();
});
