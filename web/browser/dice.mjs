// Plays dice through the page.

import { BRIEFLY } from './texas42.mjs';

/** Sets targets so low that any throw passes, so that the run reaches the point that the test needs. */
export const easyRun = (preset) => async (page) => {
  await page.getByLabel(preset, { exact: true }).check();
  await page.getByText('All options').click();
  await page.getByLabel('Target of the first round').fill('1');
};

export const stage = (page, wanted) => page.locator(`[data-stage="${wanted}"]`).waitFor();

/** Goes on from a score or a boss at which the page waits. */
export async function goOn(page) {
  await page.locator('[data-continue]').click();
}

/** The faces of the visitor's dice, as the page shows them. */
export const ownDice = ({ page }) => page.locator('[data-die]').evaluateAll((dice) => dice.map((die) => die.dataset.face));

/** Waits for the next question, and goes on from every score and boss. Returns `score`, `shop` or `over`. */
export async function nextQuestion({ page }) {
  for (;;) {
    await page.locator('[data-continue], [data-score], [data-leave], [data-phase="gameover"]').first().waitFor();
    const isThere = async (what) => (await page.locator(what).count()) > 0;
    if (await isThere('[data-continue]')) await takeIfThere(page.locator('[data-continue]'));
    else if (await isThere('[data-leave]')) return 'shop';
    else if (await isThere('[data-score]')) return 'score';
    else if (await isThere('[data-phase="gameover"]')) return 'over';
  }
}

/** Scores every throw without a reroll, buys nothing, and stops a run that is won. */
export async function answer({ page }, question) {
  const stop = page.locator('[data-stop]');
  const leave = (await stop.count()) > 0 ? stop : page.locator('[data-leave]');
  await takeIfThere(question === 'score' ? page.locator('[data-score]') : leave);
}

/** Plays on until the run or race is over. */
export async function playToTheEnd(visitor) {
  for (let question = await nextQuestion(visitor); question !== 'over'; question = await nextQuestion(visitor)) await answer(visitor, question);
}

/** Clicks a button. If the page is redrawn before the click, the next question shows it. */
async function takeIfThere(button) {
  const done = button.click(BRIEFLY).then(() => button.waitFor({ state: 'detached', ...BRIEFLY }));
  await done.catch(() => null);
}
