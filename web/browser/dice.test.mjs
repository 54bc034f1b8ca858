// Dice hands through the page: a run with shops and a boss, and a race.

import assert from 'node:assert/strict';
import { browserTest, openTable, sitDown } from './harness.mjs';
import { PHONE } from './visitor.mjs';

/** Targets so low that any throw passes, so that the run gets as far as the test wants it to. */
const easyRun = (preset) => async (page) => {
  await page.getByLabel(preset, { exact: true }).check();
  await page.getByText('All options').click();
  await page.getByLabel('First target').fill('1');
};

const stage = (page, wanted) => page.locator(`[data-stage="${wanted}"]`).waitFor();

browserTest('a run through shops and a boss to its end', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });

  await stage(page, 'choosing');
  await ann.look('dice-choosing');
  await keepAndThrow(page);
  await scoreAsPreviewed(page);
  await stage(page, 'shopping');
  await ann.look('dice-shop');
  await askInShop(ann);
  await buyDie(ann);
  await page.locator('[data-leave]').click();

  for (const round of [2, 3]) {
    await page.locator(`[data-round="${round}"][data-stage="choosing"]`).waitFor();
    await scoreAsPreviewed(page);
    await stage(page, 'shopping');
    await page.locator('[data-leave]').click();
  }

  await page.locator('[data-round="4"][data-stage="choosing"]').waitFor();
  await page.locator('[data-boss]').waitFor();
  await ann.look('dice-boss');
  await scoreAsPreviewed(page);
  await stage(page, 'shopping');
  await page.locator('[data-stop]').click();
  await page.locator('[data-phase="gameover"]').waitFor();
  await page.getByRole('heading', { name: 'The run is won: 4 rounds passed' }).waitFor();
  await ann.look('dice-over');

  await page.getByRole('link', { name: 'Review' }).click();
  await page.locator('[data-review]').waitFor();
  await page.locator('[data-decisions] summary').first().click();
  await page.locator('[data-decisions]').getByText('Show this moment').first().waitFor();
  await ann.look('review-dice');
});

/** What to buy, by the chance to win the run. */
async function askInShop(ann) {
  const { page } = ann;
  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').getByText('you win the run').first().waitFor();
  await ann.look('advice-dice-shop');
  await page.keyboard.press('Escape');
  await page.locator('[data-advice]').waitFor({ state: 'detached' });
}

/** Keeps the first two dice, throws the others, and finds the kept ones as they were. */
async function keepAndThrow(page) {
  const faces = () => page.locator('[data-die]').evaluateAll((dice) => dice.map((die) => die.dataset.face));
  const before = await faces();
  await page.locator('[data-die]').nth(0).click();
  await page.keyboard.press('2');
  assert.equal(await page.locator('[data-die][aria-pressed="true"]').count(), 2);
  await page.getByRole('button', { name: 'Throw 3 dice again' }).click();
  await page.locator('[data-rerolls="2"]').waitFor();
  const after = await faces();
  assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
}

/** The panel beside the dice, the button and the score all say the same total. */
async function scoreAsPreviewed(page) {
  const total = await page.locator('[data-preview]').getAttribute('data-preview');
  assert.match(await page.locator('[data-score]').innerText(), new RegExp(`\\b${total}$`));
  const hands = await page.locator('[data-preview] .points').allInnerTexts();
  assert.equal(hands.reduce((sum, points) => sum + Number(points), 0), Number(total), 'the total is the sum of its lines');
  await page.locator('[data-score]').click();
  await page.locator(`[data-scored="${total}"][data-passed="true"]`).waitFor();
}

/** The first die of a visit is free: it takes the place of one's own first. */
async function buyDie(ann) {
  const { page } = ann;
  await page.locator('[data-offer]').getByText('free').first().click();
  const replacing = page.locator('[data-replace]');
  if (await replacing.count()) {
    await ann.look('dice-replace');
    await replacing.first().click();
  }
  await page.locator('[data-offer]').getByText('sold').first().waitFor();
}

browserTest('a race of two hides each from the other until the round has ended', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit({ viewport: PHONE })];
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short race for two') });
  await sitDown(bob, code, 'Bob');
  await Promise.all([ann, bob].map(({ page }) => stage(page, 'choosing')));
  await ann.look('dice-race');
  await bob.look('dice-race-phone');

  // Equal luck for equal choices; but of what Ann does, Bob hears only that she throws again and that she has scored.
  await ann.page.locator('[data-reroll]').click();
  await ann.page.locator('[data-rerolls="2"]').waitFor();
  await ann.page.locator('[data-score]').click();
  await ann.page.locator('[data-scored]').waitFor();
  await bob.page.locator('#log').getByText('Ann has scored.').waitFor();
  const told = bob.heardSince('"round_started"');
  assert.match(told, /42\["reroll_used"/);
  assert.match(told, /42\["round_finished"/);
  assert.doesNotMatch(told, /42\["(dice_picked|dice_rerolled|dice_scored|paid|shop_opened)"/);

  for (const { page } of [ann, bob]) {
    if (await page.locator('[data-score]').count()) await page.locator('[data-score]').click();
    await stage(page, 'shopping');
    await page.locator('[data-leave]').click();
  }
  await Promise.all([ann, bob].map(({ page }) => page.locator('[data-round="2"]').waitFor()));
});

browserTest('dice by typed commands, and scored on their page', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await stage(page, 'choosing');
  await ann.look('dice-choosing-phone');
  const face = await page.locator('[data-die]').first().getAttribute('data-face');
  await page.keyboard.press('t');
  await page.locator('#text').fill(`keep ${face}`);
  await page.keyboard.press('Enter');
  await page.locator('[data-rerolls="2"]').waitFor();
  await page.locator('#text').fill('score');
  await page.keyboard.press('Enter');
  await stage(page, 'shopping');
  await ann.look('dice-shop-phone');

  await ann.open('/score/dice?dice=1111122333');
  await page.locator('[data-total="494"]').waitFor();
  await ann.look('score-dice');
});
