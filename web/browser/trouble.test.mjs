// The page while the house has problems: it reports them truthfully, loses nothing, and recovers by itself.

import assert from 'node:assert/strict';
import { House } from '../../tests/outside/house.mjs';
import { addBots, andSee, browserTest, openTable } from './harness.mjs';
import { nextQuestion, ownCards, playCard, playToTheEnd, throwCards } from './cribbage.mjs';

/** Removes the errors that the browser rightly reported. All other errors still fail the test. */
function forgive(visitor, pattern) {
  visitor.faults = visitor.faults.filter((fault) => !pattern.test(fault));
}

browserTest(
  'a full disk: the move is refused in a sentence, and made when there is room again',
  async ({ house, visit }) => {
    const ann = await visit();
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann' });
    await addBots(ann, 1);
    await nextQuestion(ann);
    await throwCards(ann);
    await page.locator('.playable').first().waitFor();
    const hand = await ownCards(ann);
    house.fillDisk();
    await page.locator('.playable').first().click();
    await page.getByRole('alert').getByText('The house cannot do that right now. Nothing is lost; please try again in a moment.').waitFor();
    assert.deepEqual(await ownCards(ann), hand, 'the card must stay in the hand');
    await ann.look('full-disk', { whole: false });
    house.freeDisk();
    await playCard(ann);
    assert.equal((await ownCards(ann)).length, hand.length - 1);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await nextQuestion(ann);
  },
  () => House.openOnSmallDisk(),
);

browserTest('if a part of the page was removed by an upgrade, the page offers to reload', async ({ visit }) => {
  // The worker is blocked, because its cache would still have the part.
  const ann = await visit({ serviceWorkers: 'block' });
  const { page } = ann;
  await ann.open('/');
  await page.locator('[data-game]').first().waitFor();
  await page.route('**/assets/Settings-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('The house has a newer version of this page, and a part of this one is gone.').waitFor();
  await ann.look('renewed');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).first().click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  forgive(ann, /404|Failed to fetch dynamically imported module|registration blocked by Playwright/);
});

browserTest('replay and review open for a closed table, and a review that failed can be tried again', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Short game to 61', { exact: true }).check() });
  await addBots(ann, 1);
  await playToTheEnd(ann);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Leave the table' });
  if (await sure.isVisible()) await sure.click();
  await page.waitForURL((url) => url.pathname === '/');

  await ann.open(`/replay/${code}`);
  await page.locator('[data-step]').waitFor();
  await page.getByRole('button', { name: 'One step on' }).click();
  await page.getByText(/^Step 2 of/).first().waitFor({ state: 'attached' });

  let failures = 1;
  await page.route('**/review?game=*', (route) => {
    failures -= 1;
    return failures < 0 ? route.continue() : route.fulfill({ status: 503, json: { error: { code: 'house/unavailable', message: 'the house is busy' } } });
  });
  await ann.open(`/review/${code}`);
  await page.getByText('The review could not be made.').waitFor();
  await ann.look('review-failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-review]').waitFor();
  await page.locator('[data-decisions] summary').first().waitFor();
  forgive(ann, /503/);
});

browserTest('a refused connection is reported truthfully, and retried', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  /** The number of connections still to refuse, as by a house that is closing. */
  let refusals = 2;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    const refuses = refusals-- > 0;
    socket.onMessage((message) => {
      if (refuses && String(message).startsWith('40')) socket.send('44{"message":"house/unavailable: the house is closing: come back in a moment"}');
      else server.send(message);
    });
  });
  await ann.open('/');
  await page.getByText('The house cannot be reached. Trying again.').waitFor();
  assert.equal(await page.getByText('your seat is kept').count(), 0, 'the page must not mention a seat before there is one');
  await page.getByText('The house cannot be reached.').waitFor({ state: 'detached' });
  assert.ok(refusals < 0, 'the page must connect a third time');
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
});

browserTest('a player who leaves a table neither plays nor watches there', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await andSee(ann, () => page.locator('[data-card]').first().dblclick().then(() => page.locator('[data-card]').nth(1).dblclick()));
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const left = ann.said.findIndex((text) => text.includes('["leave_game",'));
  assert.ok(left >= 0);
  await page.waitForTimeout(500);
  assert.deepEqual(ann.said.slice(left + 1).filter((text) => /\["(watch_game|sync)",/.test(text)), [], 'the page must not ask about the table any more');
});
