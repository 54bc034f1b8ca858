// How a visitor plays dice through the page.

import { BRIEFLY } from './texas42.mjs';

/** Targets so low that any throw passes, so that the run gets as far as the test wants it to. */
export const easyRun = (preset) => async (page) => {
  await page.getByLabel(preset, { exact: true }).check();
  await page.getByText('All options').click();
  await page.getByLabel('Target of the first round').fill('1');
};

export const stage = (page, wanted) => page.locator(`[data-stage="${wanted}"]`).waitFor();

/** Goes on from a score or a boss that the page waits at. */
export async function goOn(page) {
  await page.locator('[data-continue]').click();
}

/** The faces of one's own dice, as the page shows them. */
export const ownDice = ({ page }) => page.locator('[data-die]').evaluateAll((dice) => dice.map((die) => die.dataset.face));

/** Scores every throw as it lies, buys nothing, and goes on until the run or race is over. */
export async function playToTheEnd({ page }) {
  const steps = ['[data-continue]', '[data-score]', '[data-leave]'];
  for (;;) {
    await page.locator([...steps, '[data-phase="gameover"]'].join()).first().waitFor();
    const counts = await Promise.all(steps.map((step) => page.locator(step).count()));
    const step = steps.find((_, place) => counts[place] > 0);
    if (!step && (await page.locator('[data-phase="gameover"]').count())) return;
    if (!step) continue;
    // The page may be drawn anew between the look and the click: then the next look will tell.
    const button = page.locator(step).first();
    const done = button.click(BRIEFLY).then(() => button.waitFor({ state: 'detached', ...BRIEFLY }));
    await done.catch(() => null);
  }
}
