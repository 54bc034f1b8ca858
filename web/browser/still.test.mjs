// Nothing jumps in a whole game of cribbage at the house's pace, movements cause no layout, and the sum on the
// screen is the sum that the house has sent.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { goOn, playCard, throwCards } from './cribbage.mjs';
import { checkMovement, watchMovement } from './moving.mjs';
import { LAPTOP, PHONE } from './visitor.mjs';

for (const { size, viewport, pace } of [
  { size: 'laptop', viewport: LAPTOP, pace: 'fast' },
  { size: 'phone', viewport: PHONE, pace: 'normal' },
]) {
  browserTest(`movements change only transform and opacity, and nothing jumps in a whole game, ${size}`, async ({ visit, tell }) => {
    const ann = await visit({ viewport, reducedMotion: 'no-preference' });
    const { page } = ann;
    await watchMovement(page);
    await openTable(ann, 'cribbage', { name: 'Ann', pace, choose: () => page.getByLabel('Short game to 61', { exact: true }).check() });
    await addBots(ann, 1);
    await page.locator('[data-throw]').waitFor();
    let scored = 0;
    for (;;) {
      const question = page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first();
      await question.waitFor();
      if (await page.locator('[data-phase="gameover"]').count()) break;
      if (await page.locator('[data-continue]').count()) {
        // The count on the screen is the house's count.
        const total = await page.locator('[data-total]').getAttribute('data-total');
        await page.locator('.sum').getByText(total, { exact: true }).waitFor();
        scored += 1;
        await goOn(page);
      } else if (await page.locator('[data-throw]').count()) await throwCards(ann);
      else await playCard(ann);
    }
    assert.ok(scored > 3, `more than three hands must be counted, not ${scored}`);
    const { moved, shift } = await checkMovement(page);
    assert.ok(moved > 50, `${moved} things moved`);
    tell(`the page shifts by ${shift}`);
  });
}
