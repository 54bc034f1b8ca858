// Several people share one device in every game, and see only their own hands.

import assert from 'node:assert/strict';
import { pocketTest } from './built.mjs';
import { race, target } from './pocket.mjs';
import { openTogether, Together } from './together.mjs';
import { PHONE } from './visitor.mjs';

const ALL = ['Ann', 'Bob', 'Cat', 'Dan'];

pocketTest('four people play Texas 42 on one device, and play again', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await openTogether(ann, 'texas42', ALL, target(1));
  const four = new Together(ann, 'texas42');
  assert.equal(await four.play(), true);
  assert.deepEqual(Object.values(four.dealt).map((hand) => hand.length), [7, 7, 7, 7]);
  await ann.look('pocket-people-over-phone', { whole: false });
  const before = await four.rematch();
  await four.play(4);
  assert.deepEqual(Object.keys(four.dealt).sort(), ALL, 'everybody must have been asked in the next game');
  assert.notDeepEqual(four.dealt, before, 'the dominoes must have been dealt again');
});

pocketTest('two people play Texas 42 with two bots on one device', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await openTogether(ann, 'texas42', ALL.slice(0, 2));
  const two = new Together(ann, 'texas42');
  await two.addBots([3, 4]);
  assert.equal(await two.play(12), false);
  assert.deepEqual(Object.keys(two.answered).sort(), ALL.slice(0, 2));
});

pocketTest('two people race with dice on one device, and race again', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await openTogether(ann, 'dice', ALL.slice(0, 2), race(2));
  const two = new Together(ann, 'dice');
  assert.equal(await two.play(), true);
  assert.ok(two.answered.Ann > 1 && two.answered.Bob > 1, JSON.stringify(two.answered));
  await two.rematch();
  assert.equal(await two.play(2), false);
});

pocketTest('three people play cribbage on one device', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await openTogether(ann, 'cribbage', ALL.slice(0, 3), (page) => page.getByLabel('Three players', { exact: true }).check());
  const three = new Together(ann, 'cribbage');
  // Three throws and six cards.
  assert.equal(await three.play(9), false);
  assert.deepEqual(Object.keys(three.dealt).sort(), ALL.slice(0, 3));
});

pocketTest('the page names the people who could not be seated', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTogether(ann, 'texas42', ['Ann', 'Bob', 'Ann']);
  await page.getByRole('alert').getByText('Ann could not sit down: Somebody at this table already has that name.').waitFor();
  await ann.look('pocket-unseated-phone');
  await page.getByRole('link', { name: 'Go to the table' }).click();
  await page.waitForURL('**/t/*');
  await page.getByRole('button', { name: /^I am Ann/ }).click();
  await page.locator('[data-seat="1"]').getByText('Bob').waitFor();
  assert.equal(await page.locator('[data-seat="2"]').getByText('Ann').count(), 0);
});
