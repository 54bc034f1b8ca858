// Duplicate for friends through the page: two teams play the same luck at two tables, with one result at the end.

import assert from 'node:assert/strict';
import { addBots, browserTest } from './harness.mjs';
import { ownCards, playToTheEnd } from './cribbage.mjs';
import * as texas42 from './texas42.mjs';
import { PHONE } from './visitor.mjs';

const addBot = async ({ page }) => {
  await page.getByRole('button', { name: /Add a bot/ }).click();
  await page.locator('[data-throw]').waitFor();
};

browserTest('two teams play the same luck at two tables, and see the result when both have ended', async ({ visit }) => {
  const jill = await visit();
  const boom = await visit({ viewport: PHONE });
  await jill.open('/duplicate');
  await jill.page.getByLabel('Your name').fill('Jill');
  await jill.look('duplicate-new');
  await jill.page.locator('[data-make=cribbage]').click();
  await jill.page.waitForURL('**/duplicate/*');
  const match = new URL(jill.page.url()).pathname;
  await jill.page.locator('[data-table-of-two="1"]').waitFor();
  await jill.look('duplicate-made');
  const link = await jill.page.getByLabel('Team B', { exact: true }).inputValue();
  assert.ok(link.endsWith(`${match}/b`));

  // Boom follows the link of the second team and finds only its seats: the second one at table 1, the first one at table 2.
  await boom.open(new URL(link).pathname);
  await boom.page.getByLabel('Your name').fill('Boom');
  await boom.page.locator('[data-sit]').first().waitFor();
  const chairs = await boom.page.locator('[data-sit]').evaluateAll((all) => all.map((one) => one.dataset.sit));
  assert.deepEqual(chairs, ['1-1', '2-0']);
  await boom.look('duplicate-invited-phone');
  await boom.page.locator('[data-sit="2-0"]').click();
  await boom.page.waitForURL('**/t/*');

  await jill.page.locator('[data-table-of-two="1"] a.primary').click();
  await jill.page.waitForURL('**/t/*');
  await addBot(jill);
  await addBot(boom);
  // Both have the first seat of their table, so they get the same cards.
  assert.deepEqual(await ownCards(jill), await ownCards(boom));

  await playToTheEnd(jill);
  await jill.page.locator('[data-match]').click();
  await jill.page.locator('[data-table-of-two="1"][data-state=over]').waitFor();
  assert.equal(await jill.page.locator('[data-match-result]').count(), 0);
  assert.equal(await jill.page.getByRole('link', { name: /Replay|Review/ }).count(), 0);
  assert.doesNotMatch(jill.heard.join('\n'), /"secret"/);

  await playToTheEnd(boom);
  await jill.page.locator('[data-match-result]').waitFor();
  await boom.page.locator('[data-match]').click();
  await boom.page.locator('[data-match-result]').waitFor();
  assert.equal(await boom.page.locator('[data-match-result] table').innerText(), await jill.page.locator('[data-match-result] table').innerText());
  await jill.look('duplicate-result');
  await boom.look('duplicate-result-phone');
  // Now each may see the other's table.
  await jill.page.locator('[data-match-result] a').nth(1).click();
  await jill.page.waitForURL('**/replay/*');
  await jill.page.locator('#table').waitFor();
});

browserTest('a duplicate of Texas 42 gives both players the same dominoes and has one result', async ({ house, visit }) => {
  const [jill, boom] = [await visit(), await visit({ viewport: PHONE })];
  await jill.open('/duplicate');
  await jill.page.getByLabel('Your name').fill('Jill');
  await jill.page.locator('[data-make=texas42]').click();
  await jill.page.waitForURL('**/duplicate/*');
  const match = new URL(jill.page.url()).pathname;
  await boom.open(`${match}/b`);
  await boom.page.getByLabel('Your name').fill('Boom');
  // The second team has the odd seats at table 1 and the even seats at table 2.
  await boom.page.locator('[data-sit]').first().waitFor();
  const chairs = await boom.page.locator('[data-sit]').evaluateAll((all) => all.map((one) => one.dataset.sit));
  assert.deepEqual(chairs, ['1-1', '1-3', '2-0', '2-2']);
  await boom.page.locator('[data-sit="2-0"]').click();
  await jill.page.locator('[data-table-of-two="1"] a.primary').click();
  for (const visitor of [jill, boom]) {
    await visitor.page.waitForURL('**/t/*');
    await addBots(visitor, 3);
    await visitor.page.locator('[data-bid]').first().waitFor();
  }
  assert.deepEqual(await texas42.ownDominoes(jill), await texas42.ownDominoes(boom));
  const codes = [jill, boom].map(({ page }) => page.url().split('/').at(-1));
  await texas42.playToTheEnd(jill);
  await jill.page.locator('[data-match]').waitFor();
  // While the second table plays, nobody can see either table, through the page or directly.
  const boomStays = await boom.page.locator('#table').getAttribute('data-seq');
  jill.forgives = /^(404|409): |status of 40[49]/;
  for (const code of codes) {
    for (const look of ['replay', 'review']) {
      await jill.open(`/${look}/${code}`);
      await jill.page.locator('main [role=alert]').waitFor();
      assert.equal(await jill.page.locator('#table, [data-decision], [data-fared]').count(), 0, `${look} of ${code}`);
    }
  }
  await jill.open(`/t/${codes[1]}`);
  await jill.page.getByText('There is no such table, or it is closed.').waitFor();
  assert.equal(await jill.page.locator('#table').count(), 0);
  for (const { page } of [jill, boom]) {
    const token = await page.evaluate(() => localStorage.getItem('tallyhouse.token'));
    for (const code of codes) {
      for (const look of ['journal', 'replay', 'review', 'verify']) {
        const answer = await fetch(`${house.url}/api/tables/${code}/${look}`, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(answer.status, 409, `${look} of ${code}`);
        assert.equal((await answer.json()).error.code, 'duplicate/not_over');
      }
    }
  }
  assert.equal(await boom.page.locator('#table').getAttribute('data-seq'), boomStays, 'the second table must have waited for its player');
  await jill.open(`/t/${codes[0]}`);
  await texas42.playToTheEnd(boom);
  for (const { page } of [jill, boom]) {
    await page.locator('[data-match]').click();
    await page.locator('[data-match-result]').waitFor();
  }
  const [first, second] = await Promise.all([jill, boom].map(({ page }) => page.locator('[data-match-result] table').innerText()));
  assert.equal(first, second);
});
