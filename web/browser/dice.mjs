// How a visitor plays dice through the page.

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
