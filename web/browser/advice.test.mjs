// Advice at the table, by button, by key and by typed command.

import assert from 'node:assert/strict';
import { addBots, andSee, browserTest, openTable } from './harness.mjs';
import { nextQuestion, ownCards } from './cribbage.mjs';
import { PHONE } from './visitor.mjs';

const chances = (page) => page.locator('[data-choice] strong').evaluateAll((all) => all.map(({ textContent }) => Number.parseFloat(textContent)));

browserTest('advice ranks the throws of a hand and can be followed', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  const hand = await ownCards(ann);

  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').waitFor();
  assert.equal(await page.locator('[data-choice]').count(), 3);
  await ann.look('advice-cribbage');
  await page.getByRole('button', { name: 'Show all 15' }).click();
  const ranked = await chances(page);
  assert.equal(ranked.length, 15);
  assert.deepEqual(ranked, ranked.toSorted((a, b) => b - a), 'the best throw must come first');
  for (const figure of ['hand', 'crib', 'pegging', 'together']) await page.locator('[data-choice="0"] li').getByText(figure).waitFor();

  await page.locator('[data-choice="0"] [data-do]').click();
  await page.locator('[data-phase="pegging"]').waitFor();
  const kept = await ownCards(ann);
  assert.equal(kept.length, 4);
  assert.ok(kept.every((card) => hand.includes(card)));

  // The same with keys: H asks, Escape closes.
  await page.locator('.playable').first().waitFor();
  await page.keyboard.press('h');
  await page.locator('[data-advice]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-advice]').waitFor({ state: 'detached' });
  await page.keyboard.press('h');
  await andSee(ann, () => page.locator('[data-choice="0"] [data-do]').click());
  assert.equal((await ownCards(ann)).length, 3);
});

browserTest('advice works on a phone in Spanish and by typed command', async ({ visit }) => {
  const ana = await visit({ viewport: PHONE, locale: 'es-MX' });
  const { page } = ana;
  await ana.open('/');
  await page.locator('[data-game="texas42"] button.primary').click();
  await page.locator('[data-ask]').waitFor();
  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').waitFor();
  await ana.look('advice-texas42-phone');
  const { height } = await page.locator('[data-advice]').boundingBox();
  assert.ok(height <= 0.71 * PHONE.height, `the panel must leave space above it, but is ${height} pixels high`);
  assert.doesNotMatch(await page.locator('[data-advice]').innerText(), /you|times in 100/, 'a Spanish page must have no English');

  await ana.open('/');
  await page.locator('[data-game="dice"] button.primary').click();
  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').waitFor();
  await ana.look('advice-dice-phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('tab', { name: 'Mesa' }).click();
  await page.getByRole('button', { name: 'Modo de texto' }).click();
  await page.locator('#text').fill('consejo');
  await page.keyboard.press('Enter');
  await page.locator('.answer').getByText(/^1\. .*%/).waitFor();
});

browserTest('a table without hints offers no advice, and says so when a player asks', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Players may ask for advice').uncheck() });
  await addBots(ann, 1);
  await nextQuestion(ann);
  assert.equal(await page.locator('[data-ask]').count(), 0);
  await page.keyboard.press('t');
  await page.locator('#text').fill('hint');
  await page.keyboard.press('Enter');
  await page.locator('.answer').getByText('This table does not allow advice.').waitFor();
});
