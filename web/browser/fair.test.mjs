// The page's own check that the luck was as promised.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { PHONE } from './visitor.mjs';

/** Sets a target that five dice cannot reach, so that a race is over after one round. */
const lostRace = async (page) => {
  await page.getByLabel('Short race for two', { exact: true }).check();
  await page.getByText('All options').click();
  await page.getByLabel('Target of the first round').fill('1000');
};

/** Starts a short race against a bot and returns its code. */
async function playRace(visitor) {
  const { page } = visitor;
  const code = await openTable(visitor, 'dice', { name: 'Ann', choose: lostRace });
  await addBots(visitor, 1);
  await page.locator('[data-stage="choosing"]').waitFor();
  return code;
}

/** Ends the race and opens the check. */
async function endAndCheck({ page }) {
  await page.locator('[data-score]').click();
  // The score stays until the player goes on.
  await page.locator('[data-continue]').click();
  await page.locator('[data-phase="gameover"]').waitFor();
  await page.getByRole('button', { name: 'Was it fair?' }).click();
}

browserTest('the page itself finds that a promise was kept, even after a reload', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await playRace(ann);
  await page.reload();
  await page.locator('[data-stage="choosing"]').waitFor();
  const guest = await visit({ viewport: PHONE });
  await guest.open(`/t/${code}`);
  await guest.page.locator('[data-phase]').waitFor();
  await endAndCheck(ann);
  await page.locator('[data-fair="kept"]').getByText('fits the promise that it gave before the game').waitFor();
  await page.locator('[data-house="good"]').getByText('the house’s word').waitFor();
  await page.getByText('The numbers').click();
  assert.match(await page.locator('[data-fair] dl').innerText(), /Key of all luck\s+[0-9a-f]{64}/);
  await ann.look('fair-kept');

  // A spectator who came after the start cannot know the earlier promise.
  await guest.page.locator('[data-phase="gameover"]').waitFor();
  await guest.page.getByRole('button', { name: 'Was it fair?' }).click();
  await guest.page.locator('[data-fair="open"]').getByText('only after the game had begun').waitFor();
  await guest.page.getByText('Your browser added nothing').waitFor();
  await guest.look('fair-open-phone');
});

browserTest('a house that calls its game good is not believed if its secret does not match the promise', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  // A proxy between the house and the page replaces the secret, and lets the house call the game good.
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const house = socket.connectToServer();
    house.onMessage((message) => socket.send(String(message).replace(/"secret":"[0-9a-f]{64}"/u, `"secret":"${'5e'.repeat(32)}"`)));
  });
  const praise = { good: true, games: [{ number: 1, finished: true, checks: [{ entry: 2, what: 'everything matches', ok: true }] }] };
  await page.route('**/api/tables/*/verify', (route) => route.fulfill({ json: praise }));
  await playRace(ann);
  await endAndCheck(ann);
  await page.getByText('The luck was not as promised.').waitFor();
  await page.locator('[data-fair="broken"]').getByText('does not fit its promise').waitFor();
  assert.equal(await page.locator('[data-house]').count(), 0, 'the statement of the house must not be shown');
  await ann.look('fair-broken');
});
