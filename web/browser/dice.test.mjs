// Dice hands through the page: a run with shops and a boss, and a race.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { easyRun, goOn, stage } from './dice.mjs';
import { checkEveryWindow, checkReplay, shopOfPhone, windowsInTurn } from './inside.mjs';
import { checkMovement, watchMovement } from './moving.mjs';
import { LAPTOP, PHONE } from './visitor.mjs';

/** The elements that must be visible while the player chooses dice, sees a score, or buys. */
const ALWAYS = ['[data-target]', '[data-rerolls]', '[data-money]', '[data-die]'];
const SCORING = [...ALWAYS, '[data-count]', '[data-score]', '[data-preview] .points'];
const NEEDS = {
  choosing: [...SCORING, '[data-reroll]'],
  show: [...ALWAYS, '[data-scored] [data-count]', '[data-continue]'],
  shop: [...ALWAYS, '#shop', '[data-offer]', '[data-leave]'],
  boss: [...ALWAYS, '[data-boss]', '[data-continue]'],
  over: ['[data-target]', '[data-result] h2', '[data-result] .primary', '[data-result] button, [data-result] a'],
};

const SCROLLING = { shop: shopOfPhone };

/** Scores the throw and goes on from the show. */
async function scoreAndGoOn(page, check = async () => {}) {
  await leaveOneToRoll(page);
  await check('choosing');
  await scoreAsPreviewed(page);
  await check('show');
  await goOn(page);
}

/** Releases a die if all are kept because all score: otherwise there would be nothing to roll. */
async function leaveOneToRoll(page) {
  if ((await page.locator('[data-die][aria-pressed="false"]').count()) === 0) await page.locator('[data-die]').last().click();
}

/** The offers of the shop that are lower than the invisible place from which a bought die flies. */
const offersWithTallSpots = (page) =>
  page.locator('[data-offer]').evaluateAll((offers) => offers.filter((offer) => offer.querySelector('.spot').offsetHeight > offer.offsetHeight).map((offer) => offer.textContent));

browserTest('a run with shops and a boss fits every window to its end', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  const { seen, check } = windowsInTurn(page, NEEDS, SCROLLING);

  await stage(page, 'choosing');
  await keepWhatScores(page);
  await leaveOneToRoll(page);
  await check('choosing');
  await ann.look('dice-choosing');
  await keepAndRoll(page);
  await scoreAsPreviewed(page);
  await check('show');
  await ann.look('dice-show');
  await goOn(page);
  await stage(page, 'shopping');
  await check('shop');
  await page.setViewportSize({ width: 667, height: 375 });
  assert.deepEqual(await offersWithTallSpots(page), [], 'the place of a die makes no offer taller, even where pictures are hidden');
  await page.setViewportSize(LAPTOP);
  await ann.look('dice-shop');
  await readUpgrade(page);
  await askInShop(ann);
  await buyDie(ann);
  await check('shop');
  await page.locator('[data-leave]').click();

  for (const round of [2, 3]) {
    await page.locator(`[data-round="${round}"][data-stage="choosing"]`).waitFor();
    await scoreAndGoOn(page, check);
    await stage(page, 'shopping');
    await check('shop');
    await page.locator('[data-leave]').click();
  }

  await page.locator('[data-round="4"] [data-boss]').waitFor();
  assert.match(await page.locator('[data-continue]').innerText(), /^Face the /);
  await check('boss');
  await ann.look('dice-boss-enters');
  await goOn(page);
  await page.locator('[data-round="4"][data-stage="choosing"]').waitFor();
  await page.locator('[data-boss]').waitFor();
  await leaveOneToRoll(page);
  await checkEveryWindow(page, 'choosing against a boss', [...NEEDS.choosing, '[data-boss]']);
  await ann.look('dice-boss');
  await scoreAndGoOn(page, check);
  await stage(page, 'shopping');
  await page.locator('[data-stop]').click();
  await page.locator('[data-phase="gameover"]').waitFor();
  await page.getByRole('heading', { name: 'The run is won: 4 rounds passed' }).waitFor();
  await check('over');
  await ann.look('dice-over');
  assert.deepEqual([...seen].sort(), Object.keys(NEEDS).sort());

  await page.getByRole('link', { name: 'Review' }).click();
  await page.locator('[data-review]').waitFor();
  await page.locator('[data-decisions] summary').first().click();
  await page.locator('[data-decisions]').getByText('Show this moment').first().waitFor();
  await ann.look('review-dice');
  await ann.open(`/replay/${code}`);
  await checkReplay(page, ['[data-target]']);
  await ann.look('dice-replay');
});

/** Checks that scoring dice are kept automatically, and that the primary action loses nothing. */
async function keepWhatScores(page) {
  const kept = await page.locator('[data-die][aria-pressed="true"]').count();
  const used = await page.locator('[data-die] .letter').count();
  assert.ok(used > 0 && kept === used, `${used} dice score, ${kept} are kept`);
  // The target is so low that any score passes.
  assert.match(await page.locator('.action').innerText(), /^Score \d+$/);
}

/** Checks that an upgrade says what it gives. */
async function readUpgrade(page) {
  const gives = await page.locator('.good.upgrade .gives').first().innerText();
  assert.match(gives.replaceAll('\u00a0', ' '), /^\d+( × \d\.\d\d)? → \d+( × \d+\.\d\d)?$/);
}

/** Checks the advice in the shop, ranked by the chance to win the run. */
async function askInShop(ann) {
  const { page } = ann;
  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').getByText(/^After it, the chance to pass the next round is/).first().waitFor();
  await ann.look('advice-dice-shop');
  await page.keyboard.press('Escape');
  await page.locator('[data-advice]').waitFor({ state: 'detached' });
}

/** Keeps only the first two dice, rolls the rest, and checks that the kept dice are unchanged. */
async function keepAndRoll(page) {
  const faces = () => page.locator('[data-die]').evaluateAll((dice) => dice.map((die) => die.dataset.face));
  const before = await faces();
  for (let place = 0; place < before.length; place += 1) {
    const die = page.locator('[data-die]').nth(place);
    const isKept = (await die.getAttribute('aria-pressed')) === 'true';
    if (isKept === place < 2) continue;
    if (place === 1) await page.keyboard.press('2');
    else await die.click();
  }
  assert.equal(await page.locator('[data-die][aria-pressed="true"]').count(), 2);
  await page.getByRole('button', { name: 'Roll 3 dice' }).click();
  await page.locator('[data-rerolls="2"]').first().waitFor({ state: 'attached' });
  const after = await faces();
  assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
}

/** Checks that the lines above the dice, the button and the show have the same total. */
async function scoreAsPreviewed(page) {
  const total = await page.locator('[data-preview]').getAttribute('data-preview');
  assert.match(await page.locator('[data-score]').innerText(), new RegExp(`\\b${total}$`));
  const hands = await page.locator('[data-preview] .points').allInnerTexts();
  assert.equal(hands.reduce((sum, points) => sum + Number(points), 0), Number(total), 'the total must be the sum of its lines');
  await page.locator('[data-score]').click();
  await page.locator(`[data-scored="${total}"][data-passed="true"]`).waitFor();
}

/** Buys the first die of a visit, which is free and replaces the player's first die. */
async function buyDie(ann) {
  const { page } = ann;
  await page.locator('.good.die[aria-disabled="false"]').first().click();
  const replacing = page.locator('[data-replace]');
  if (await replacing.count()) {
    await ann.look('dice-replace');
    await replacing.first().click();
  }
  await page.locator('[data-offer]').getByText('sold').first().waitFor();
}

browserTest('a race of two hides the dice of each player from the other until the round has ended', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit({ viewport: PHONE })];
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short race for two') });
  await sitDown(bob, code, 'Bob');
  await Promise.all([ann, bob].map(({ page }) => stage(page, 'choosing')));
  await ann.look('dice-race');
  await bob.look('dice-race-phone');

  // Both have the same luck for the same choices, but Bob learns only that Ann rerolls and that she has scored.
  await ann.page.locator('[data-die][aria-pressed="true"]').first().click();
  await ann.page.locator('[data-reroll]').click();
  await ann.page.locator('[data-rerolls="2"]').first().waitFor({ state: 'attached' });
  await bob.page.getByText('rerolled once').first().waitFor();
  await ann.page.locator('[data-score]').click();
  await ann.page.locator('[data-scored]').waitFor();
  await bob.page.locator('#log').getByText('Ann has scored.').waitFor({ state: 'attached' });
  const told = bob.heardSince('"round_started"');
  assert.match(told, /42\["reroll_used"/);
  assert.match(told, /42\["round_finished"/);
  assert.doesNotMatch(told, /42\["(dice_picked|dice_rerolled|dice_scored|paid|shop_opened)"/);

  await bob.page.locator('[data-score]').click();
  for (const { page } of [ann, bob]) {
    await goOn(page);
    await stage(page, 'shopping');
    await page.locator('[data-leave]').click();
  }
  await Promise.all([ann, bob].map(({ page }) => page.locator('[data-round="2"]').waitFor()));
});

for (const [size, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
  browserTest(`dice tumble by transform alone, their score appears only after they have landed, and nothing jumps in a whole run, ${size}`, async ({ visit, tell }) => {
    const ann = await visit({ viewport, reducedMotion: 'no-preference' });
    const { page } = ann;
    await watchMovement(page);
    await page.addInitScript(() => {
      // Collects the moments at which a die is still tumbling although its face or the score is shown.
      globalThis.early = [];
      let [throws, flew] = [0, false];
      const look = () => {
        const flies = document.querySelector('#table .cube') !== null;
        if (flew && !flies) throws += 1;
        flew = flies;
        const lines = [...document.querySelectorAll('#log li')].filter(({ textContent }) => /^You roll \d/.test(textContent));
        if (flies && document.querySelector('[data-preview], [data-score]') !== null) globalThis.early.push('the score');
        if (flies && document.querySelector('tr.used') !== null) globalThis.early.push('the hand');
        if (flies && lines.length > throws) globalThis.early.push('the faces');
        requestAnimationFrame(look);
      };
      look();
    });
    await openTable(ann, 'dice', { name: 'Ann', pace: 'normal', choose: easyRun('Short solo run') });
    await page.locator('[data-score]').waitFor();
    await page.locator('[data-die][aria-pressed="true"]').first().click();
    await page.locator('[data-reroll]').click();
    await page.locator('.cube').first().waitFor();
    await page.locator('[data-score]').waitFor();
    assert.equal(await page.locator('.cube').count(), 0);
    assert.deepEqual(await page.evaluate(() => globalThis.early), []);
    await scoreAndGoOn(page);
    await stage(page, 'shopping');
    for (const round of [2, 3, 4]) {
      await page.locator('[data-leave]').click();
      if (round === 4) await goOn(page);
      await page.locator(`[data-round="${round}"][data-stage="choosing"]`).waitFor();
      await page.locator('[data-score]').waitFor();
      await scoreAndGoOn(page);
      await stage(page, 'shopping');
    }
    await page.locator('[data-stop]').click();
    await page.locator('[data-phase="gameover"]').waitFor();
    const { moved, shift } = await checkMovement(page);
    assert.ok(moved >= 5, `${moved} dice tumbled`);
    tell(`the page shifts by ${shift}`);
  });
}

/** Notes every movement by a script, with the piece or the owner of the dice. */
const noteMoved = ({ page }) =>
  page.addInitScript(() => {
    globalThis.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      globalThis.moved.push(this.dataset.piece ?? this.closest('[data-rival]')?.dataset.rival ?? '');
      return animate.apply(this, given);
    };
  });

for (const [size, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
  browserTest(`a rival’s dice shake when they are rerolled, a bought die flies to its place, and nothing jumps, ${size}`, async ({ visit, tell }) => {
    const moving = { viewport, reducedMotion: 'no-preference' };
    const [ann, bob, eve] = [await visit(moving), await visit(), await visit(moving)];
    const { page } = ann;
    await noteMoved(ann);
    for (const one of [ann, eve]) await watchMovement(one.page);
    const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short race for two') });
    await sitDown(bob, code, 'Bob');
    await Promise.all([ann, bob].map((one) => stage(one.page, 'choosing')));
    await eve.open(`/t/${code}`);
    await eve.page.locator('[data-phase]').waitFor();
    await bob.page.locator('[data-die][aria-pressed="true"]').first().click();
    await bob.page.locator('[data-reroll]').click();
    await page.waitForFunction(() => globalThis.moved.filter((what) => what === '1').length >= 5);
    if (viewport === PHONE) await page.locator('[data-rival="1"] .again').getByText('↻ 1').waitFor();
    await ann.look(`dice-rival-rerolls-${size}`, { whole: false });
    for (let round = 1; ; round += 1) {
      await Promise.all([ann, bob].map((one) => one.page.locator('[data-score]').click()));
      await Promise.all([ann, bob].map((one) => goOn(one.page).then(() => stage(one.page, 'shopping'))));
      const good = page.locator('.good.die:not([aria-disabled="true"])');
      if (await good.count()) {
        const offer = await good.first().getAttribute('data-offer');
        await good.first().click();
        await page.locator('[data-replace="2"]').click();
        await page.waitForFunction((piece) => globalThis.moved.includes(piece), `bought-${offer}`);
        for (const one of [ann, eve]) tell(`the page shifts by ${(await checkMovement(one.page)).shift}`);
        return;
      }
      assert.ok(round < 3, 'one of the first shops must sell a die');
      await Promise.all([ann, bob].map((one) => one.page.locator('[data-leave]').click()));
    }
  });
}

browserTest('a race of six with twelve dice each fits every window', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const choose = async () => {
    await easyRun('Race for four')(page);
    await page.getByLabel('Players', { exact: true }).fill('6');
    await page.getByLabel('Dice to begin with').fill('12');
  };
  const code = await openTable(ann, 'dice', { name: 'Ann', choose });
  await addBots(ann, 5);
  await stage(page, 'choosing');
  await checkEveryWindow(page, 'a race of six', [...SCORING, '[data-seat]']);
  await ann.look('dice-race-of-six');

  // The longer word for a kept die takes no more space.
  await ann.open('/settings');
  await page.getByLabel('Language').selectOption('es');
  await ann.open(`/t/${code}`);
  await page.locator('[data-die]').getByText('guardado').first().waitFor();
  await checkEveryWindow(page, 'a race of six in Spanish', [...SCORING, '[data-seat]']);
});

for (const count of [13, 24, 30]) {
  browserTest(`${count} dice: they may scroll, but what the decision needs stays in view in every window`, async ({ visit }) => {
    const ann = await visit();
    const { page } = ann;
    const choose = async () => {
      await easyRun('Short solo run')(page);
      await page.getByLabel('Dice to begin with').fill(String(count));
    };
    await openTable(ann, 'dice', { name: 'Ann', choose });
    await page.locator('[data-score]').waitFor();
    assert.equal(await page.locator('[data-die]').count(), count);
    await checkEveryWindow(page, `${count} dice`, [...SCORING, '[data-seat]'], { mayScroll: '[data-zone="hand"] section' });
    await page.locator('[data-score]').click();
    await page.locator('[data-continue]').waitFor();
    await checkEveryWindow(page, `the score of ${count} dice`, [...NEEDS.show, '[data-seat]'], { mayScroll: '[data-zone="hand"] section' });
    if (count === 30) await ann.look('dice-thirty');
  });
}

browserTest('dice can be played by typed commands and scored on the scorer page', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await stage(page, 'choosing');
  await ann.look('dice-choosing-phone');
  const face = await page.locator('[data-die]').first().getAttribute('data-face');
  await page.keyboard.press('t');
  await page.locator('#text').fill(`keep ${face}`);
  await page.keyboard.press('Enter');
  await page.locator('[data-rerolls="2"]').first().waitFor({ state: 'attached' });
  await page.locator('#text').fill('score');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await goOn(page);
  await stage(page, 'shopping');
  await ann.look('dice-shop-phone');

  await ann.open('/score/dice?dice=1111122333');
  await page.locator('[data-total="494"]').waitFor();
  await ann.look('score-dice');
});
