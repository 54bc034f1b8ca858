// Accessibility checks that the other tests leave out: each felt colour in light and dark, four-colour cards, forms
// with all options, and the rail of every game as a sheet.

import { addBots, browserTest, openTable } from './harness.mjs';
import { PHONE } from './visitor.mjs';

const store = (page, settings) =>
  page.evaluate((more) => localStorage.setItem('tallyhouse.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('tallyhouse.settings') ?? '{}'), ...more })), settings);

browserTest('every felt colour and the four-colour deck are readable in light and dark', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  for (const [game, bots, question] of [['cribbage', 1, '[data-throw]'], ['texas42', 3, '[data-bid]'], ['dice', 0, '[data-score]']]) {
    await openTable(ann, game, { name: 'Ann' });
    await addBots(ann, bots);
    for (const felt of ['blue', 'red']) {
      await store(page, { felt, fourColours: felt === 'blue' });
      await page.reload();
      await page.locator(question).first().waitFor();
      await ann.look(`${game}-${felt}`);
    }
    await store(page, { felt: 'green', fourColours: false });
  }
});

browserTest('forms with all options and the rail of every game as a sheet are accessible', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  for (const [game, bots] of [['cribbage', 1], ['texas42', 3], ['dice', 0]]) {
    await openTable(ann, game, {
      name: 'Ann',
      choose: async () => {
        await page.getByText('All options').click();
        await ann.look(`create-${game}-options-phone`);
      },
    });
    await addBots(ann, bots);
    for (const tab of ['log', 'advice', 'table']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator(`[data-tab="${tab}"]`).click();
      await ann.look(`${game}-sheet-${tab}`, { whole: false });
      await page.keyboard.press('Escape');
    }
  }
});
