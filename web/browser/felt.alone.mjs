// A running game of cribbage on the screen: everything fits at every size, and early moves are kept.
// No other test runs beside it, because it depends on timing.

import assert from 'node:assert/strict';
import { addBots, andSee, browserTest, openTable } from './harness.mjs';
import { checkCount, goOn, nextQuestion, ownCards, playCard, throwCards } from './cribbage.mjs';
import { checkEveryWindow, windowsInTurn } from './inside.mjs';
import { LAPTOP, PHONE } from './visitor.mjs';

/** The elements that each decision needs. */
const NEEDS = {
  throw: ['[data-card]', '[data-throw]', '[data-seat] .standing'],
  play: ['[data-card]', '[data-seat] .standing', '[data-count]', '.prompt, .action'],
  count: ['[data-total] .piece', '[data-total] .sum', '[data-continue]', '[data-seat] .standing'],
  over: ['[data-result] h2', '[data-result] .primary', '[data-seat] .standing'],
};

browserTest('a game of cribbage fits every window at every decision', async ({ visit }) => {
  const ann = await visit({ viewport: LAPTOP });
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'W'.repeat(24), choose: () => page.getByLabel('Short game to 61', { exact: true }).check() });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  const { seen, check } = windowsInTurn(page, NEEDS);
  for (;;) {
    await page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first().waitFor();
    if (await page.locator('[data-phase="gameover"]').count()) break;
    if (await page.locator('[data-continue]').count()) {
      await checkCount(ann);
      await check('count');
      await goOn(page);
    } else if (await page.locator('[data-throw]').count()) {
      await check('throw');
      await throwCards(ann);
    } else {
      await check('play');
      await playCard(ann);
    }
  }
  await check('over');
  assert.deepEqual([...seen].sort(), ['count', 'over', 'play', 'throw']);
});

for (const { preset, bots } of [
  { preset: 'Three players', bots: 2 },
  { preset: 'Four, as partners', bots: 3 },
]) {
  browserTest(`a game with the preset “${preset}” fits every window`, async ({ visit }) => {
    const ann = await visit({ viewport: PHONE });
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel(preset, { exact: true }).check() });
    await addBots(ann, bots);
    await nextQuestion(ann);
    await checkEveryWindow(page, 'throw', NEEDS.throw);
    await throwCards(ann, 1);
    await page.locator('.playable').first().waitFor();
    await checkEveryWindow(page, 'play', NEEDS.play);
    if (bots === 3) await page.locator('[data-seat="2"]').getByText('your partner').waitFor();
  });
}

browserTest('a click while the house still deals is kept, and sent when it is allowed', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann', pace: 'normal' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await page.locator('[data-card]').nth(0).click();
  await page.locator('[data-card]').nth(1).click();
  await page.getByRole('button', { name: /^Throw .+ to/ }).click();
  await page.locator('[data-phase="pegging"]').waitFor();
  assert.equal(ann.asked('discard_cards'), 1);
  assert.equal(await page.getByRole('alert').count(), 0, 'no move must be refused');
});

browserTest('cards can be thrown by dragging and by a double click, and the primary button says what it plays', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  const drag = async (card, by) => {
    const { x, y, width, height } = await card.boundingBox();
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 2 + by / 2);
    await page.mouse.move(x + width / 4, y + height / 2 + by);
    await page.mouse.up();
  };
  // A card released inside the hand stays there and is not chosen.
  await drag(page.locator('[data-card]').first(), -20);
  assert.equal(await page.locator('[aria-pressed="true"]').count(), 0);
  await drag(page.locator('[data-card]').first(), -300);
  await page.locator('[aria-pressed="true"]').waitFor();
  await page.locator('[data-card]').nth(3).dblclick();
  await page.locator('[data-phase="pegging"]').waitFor();
  assert.equal((await ownCards(ann)).length, 4);
  await page.locator('.playable').first().waitFor();
  await page.locator('.playable').first().hover();
  const said = await page.locator('[data-play]').innerText();
  assert.match(said, /^Play (10|[2-9AJQK])[♠♥♦♣]: \d+( for \d+)?$/u);
  await andSee(ann, () => page.locator('[data-play]').click());
  assert.equal((await ownCards(ann)).length, 3);
});

browserTest('a forced card is played automatically if the player has chosen that', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/settings');
  await page.getByLabel('Play automatically when there is only one choice').check();
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await throwCards(ann);
  for (;;) {
    await page.locator('.playable, [data-continue]').first().waitFor();
    if (await page.locator('[data-continue]').count()) break;
    // The test clicks only if there is a choice.
    if ((await page.locator('.playable').count()) > 1) await playCard(ann);
    else await page.waitForTimeout(200);
  }
  assert.ok(ann.asked('play_card') === 4, 'all four cards must be played');
});
