// Plays Texas 42 through the page.

/** The time limit for waits after which the page may have moved on. */
export const BRIEFLY = { timeout: 5_000 };

const QUESTION = '[data-bid], [data-trump], .domino-button.playable, [data-continue], [data-phase="gameover"]';

/** Waits for the current question: `bid`, `trump`, `play`, `continue` or `over`. */
export async function nextQuestion(page) {
  await page.locator(QUESTION).first().waitFor();
  if (await page.locator('[data-continue]').count()) return 'continue';
  if (await page.locator('[data-phase="gameover"]').count()) return 'over';
  if (await page.locator('[data-bid]').count()) return 'bid';
  return (await page.locator('[data-trump]').count()) ? 'trump' : 'play';
}

/** Bids as high as allowed until it has named trump, then passes; plays the first legal domino. */
export async function answer(page, question, met) {
  const bids = page.locator('[data-bid]:not([data-bid="pass"])');
  const high = met.trump === 0 && (await bids.count()) > 0 ? bids.last() : page.locator('[data-bid="pass"]');
  const choices = { bid: high, trump: page.locator('[data-trump]').first(), play: page.locator('.domino-button.playable').first(), continue: page.locator('[data-continue]') };
  await takeIfThere(choices[question], question === 'bid' || question === 'trump');
}

/** Passes, so that another player wins the bid. */
export async function passWhenAsked(page) {
  await page.locator('[data-bid="pass"]').click();
  await page.locator('[data-do]').click();
}

/** The dominoes in the visitor's hand, as the page shows them. */
export const ownDominoes = ({ page }) => page.locator('.domino-button').evaluateAll((dominoes) => dominoes.map((domino) => domino.dataset.domino));

/** Plays until the game is over, with high bids so that it ends soon. */
export async function playToTheEnd({ page }) {
  for (let question = await nextQuestion(page); question !== 'over'; question = await nextQuestion(page)) await answer(page, question, { trump: 0 });
}

/** Clicks a choice and, if `twice` is set, the button that confirms it. If the page is redrawn before the click, the next question shows it. */
async function takeIfThere(choice, twice) {
  const page = choice.page();
  const seen = await seenSeq(page);
  const touch = async () => {
    if ((await choice.getAttribute('aria-pressed', BRIEFLY)) !== 'true') await choice.click(BRIEFLY);
    if (twice) await page.locator('[data-do]').click(BRIEFLY);
  };
  const done = await touch().then(() => true, () => false);
  if (done) await seesMore(page, seen);
}

/** The number of the last message that the page shows. */
export const seenSeq = (page) => page.locator('#table').getAttribute('data-seq').then(Number);

/** Waits until the page shows a newer message, for a short time because a late click may have no effect. */
export const seesMore = (page, seen) =>
  page.waitForFunction((seq) => Number(document.querySelector('#table')?.dataset.seq) > seq, seen, BRIEFLY).catch(() => null);
