// Every special word is explained where it stands, to whoever touches it, comes by keys, or hears the page.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { nextQuestion, playCard, throwCards } from './cribbage.mjs';
import { PHONE } from './visitor.mjs';

const card = (page) => page.locator('[popover][role="status"]');

/** The card lies in the window and over no count. */
async function checkCard(page) {
  const box = await card(page).boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `the card is in the window: ${JSON.stringify(box)}`);
  const count = await page.locator('p[data-count]').boundingBox();
  const apart = box.x >= count.x + count.width || count.x >= box.x + box.width || box.y >= count.y + count.height || count.y >= box.y + box.height;
  assert.ok(apart, `the card does not cover the count: ${JSON.stringify([box, count])}`);
}

for (const [shape, viewport] of [['wide', undefined], ['phone', PHONE]]) {
  browserTest(`a word at the table explains itself and moves nothing, ${shape}`, async ({ visit }) => {
    const ann = await visit(viewport ? { viewport } : {});
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann' });
    await addBots(ann, 1);
    await nextQuestion(ann);
    await throwCards(ann);
    await page.locator('.playable').first().waitFor();
    const places = () => page.locator('#table figcaption, #table [data-count], #table [data-card]').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    for (const term of ['crib', 'starter', 'count']) {
      await page.locator(`#table [data-term="${term}"]`).click();
      await card(page).waitFor();
      if (term !== 'count') await checkCard(page);
      assert.deepEqual(await places(), before);
    }
    await page.locator('#table [data-term="crib"]').click();
    await card(page).getByText('The extra hand').waitFor();
    await ann.look(`term-${shape}`, { whole: false });
    // A touch elsewhere, the same word and Escape close it, and Escape closes nothing else.
    await page.locator('#table [data-term="crib"]').click();
    await card(page).waitFor({ state: 'hidden' });
    await page.locator('#table [data-term="starter"]').focus();
    await page.keyboard.press('Enter');
    await card(page).getByText('The card that is cut').waitFor();
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.term), 'starter', 'the focus stays at the word');
    // The play goes on as if nothing had been.
    await playCard(ann);
  });
}

browserTest('the log, the options and the list explain words, in Spanish too', async ({ visit }) => {
  const ana = await visit({ locale: 'es-MX' });
  const { page } = ana;
  await ana.open('/new/texas42');
  await page.getByText('Todas las opciones').click();
  await page.locator('[data-field="splash"] [data-term="plunge"]').click();
  await card(page).getByText('Tu compañero canta triunfo').waitFor();
  await ana.open('/');
  await page.locator('[data-game="texas42"] button.primary').click();
  await page.locator('#log [data-term="shaker"]').first().click();
  await card(page).getByText('Quien mezcla las fichas').waitFor();
  await page.getByRole('tab', { name: 'Mesa' }).click();
  await card(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Palabras del juego' }).click();
  const list = page.getByRole('dialog', { name: 'Palabras del juego' });
  await list.getByText('nello', { exact: true }).waitFor();
  assert.ok((await list.locator('dt').count()) > 12);
  await ana.look('words-of-the-game', { whole: false });
});
