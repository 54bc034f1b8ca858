// The rules of every game: examples that a tap counts, and links from special words to their list.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { PHONE } from './visitor.mjs';

const GAMES = [
  { game: 'cribbage', heading: 'How cribbage is played', spanish: 'Cómo se juega al cribbage', term: 'crib', total: 29 },
  { game: 'texas42', heading: 'How Texas 42 is played', spanish: 'Cómo se juega al Texas 42', term: 'trump', total: 16 },
  { game: 'dice', heading: 'How dice hands is played', spanish: 'Cómo se juega a manos de dados', term: 'reroll', total: 494 },
];

browserTest('the rules of each game count their examples and explain their words', async ({ visit }) => {
  const visitor = await visit({ viewport: { width: 1366, height: 768 } });
  const { page } = visitor;
  for (const { game, heading, term, total } of GAMES) {
    await visitor.open('/');
    await page.locator(`[data-game=${game}] a[href="/rules/${game}"]`).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    // A tap asks the house to count. The total is the one in the rules.
    const example = page.locator(`[data-example="${total}"]`).last();
    await example.getByRole('button', { name: 'Count it' }).focus();
    await page.keyboard.press('Enter');
    await example.getByRole('group', { name: `Counted: ${total}` }).waitFor();
    assert.equal(await example.locator('strong').last().textContent(), String(total));
    // The card of a special word links to its place in the list, with keys alone.
    await page.locator(`strong [data-term=${term}]`).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'In the rules' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/rules/${game}#${term}`);
    await page.waitForFunction((id) => document.activeElement?.id === id, term);
    await page.evaluate(() => scrollTo(0, 0));
    await visitor.look(`rules-${game}-desk`);
  }
});

browserTest('the rules exist in Spanish and fit a phone', async ({ visit }) => {
  const visitor = await visit({ viewport: PHONE, locale: 'es-ES' });
  const { page } = visitor;
  for (const { game, spanish, total } of GAMES) {
    await visitor.open(`/rules/${game}#glossary`);
    await page.getByRole('heading', { name: spanish }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'glossary');
    const example = page.locator(`[data-example="${total}"]`).last();
    await example.getByRole('button', { name: 'Contar' }).click();
    await example.getByRole('group', { name: `Contado: ${total}` }).waitFor();
    await visitor.look(`rules-${game}-phone`);
  }
});

browserTest('a new table and a running game link to the rules', async ({ visit }) => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/new/dice');
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('heading', { name: 'How dice hands is played' }).waitFor();
  await visitor.open('/');
  await page.locator('[data-game=dice] button.primary').click();
  await page.locator('[data-tab=table]').click();
  // The rules open in a new tab, and the game stays open.
  const [beside] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Rules' }).click()]);
  await beside.getByRole('heading', { name: 'How dice hands is played' }).waitFor();
});
