// Duplicate for friends through the page: two teams, two tables, one luck, and one result at the end.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { ownCards, playToTheEnd } from './cribbage.mjs';
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

  // Boom follows the link of the second team, and finds its chairs alone: the second at table 1, the first at table 2.
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
  // Both have the first seat, one for each team: so they are dealt the same.
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
  // Now each may look at the other's table.
  await jill.page.locator('[data-match-result] a').nth(1).click();
  await jill.page.waitForURL('**/replay/*');
  await jill.page.locator('#table').waitFor();
});
