// The house in a pocket: visited once, the page plays everything without a network, and loses nothing.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { goOn, nextQuestion, playCard, throwCards } from './cribbage.mjs';
import * as texas42 from './texas42.mjs';
import { PHONE } from './visitor.mjs';
import { within } from './within.mjs';

const KEEP_MILLIS = 120_000;

/** Without a network the browser complains about it, as it should. */
function forgiveLoss(visitor) {
  visitor.faults = visitor.faults.filter((fault) => !/WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|socket\.io|\/api\/|files\.json|sw\.js/.test(fault));
}

/** Visits once, keeps everything, and cuts the network. */
async function goOffline(visitor) {
  const { page } = visitor;
  await visitor.open('/pocket');
  await within(page.evaluate(() => navigator.serviceWorker.ready.then(() => true)), KEEP_MILLIS, 'the service worker');
  const button = page.getByRole('button', { name: 'Make available offline' });
  const kept = page.getByText('Ready: everything works without a network.');
  // An idle page has begun by itself.
  await button.or(kept).or(page.getByText(/^Fetching/)).first().waitFor();
  if (await button.count()) await button.click();
  await kept.waitFor({ timeout: KEEP_MILLIS });
  await visitor.context.setOffline(true);
  await page.reload();
  await page.getByText('Ready: everything works without a network.').waitFor();
}

async function playExpert({ page }, game) {
  await page.goto(new URL('/', page.url()).href);
  await page.locator(`[data-game="${game}"]`).waitFor();
  const expert = page.locator(`[data-game="${game}"] [data-level="expert"]`);
  const alone = page.locator(`[data-game="${game}"] button.primary`);
  // Bots to choose from appear when the games are known.
  await page.locator('[data-level]').first().waitFor();
  await ((await expert.count()) ? expert : alone).click();
  await page.locator('[data-phase]').waitFor();
  return page.url().split('/').at(-1);
}

/** A finished game is shown again and reviewed. */
async function review({ page }, code) {
  await page.goto(new URL(`/review/${code}`, page.url()).href);
  await page.locator('[data-review]').waitFor({ timeout: 300_000 });
}

browserTest('cribbage without a network, on a phone: advice, a killed tab, review', async ({ visit, tell }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  await ann.look('pocket-offline-phone');
  const code = await playExpert(ann, 'cribbage');
  await nextQuestion(ann);
  await ann.look('pocket-cribbage-phone', { whole: false });
  // Advice comes from the same adviser.
  await ann.page.keyboard.press('h');
  let moves = 0;
  let killed = false;
  const began = Date.now();
  for (;;) {
    const question = await nextQuestion(ann);
    if (question === 'over') break;
    moves += 1;
    if (moves === 6 && !killed) {
      killed = true;
      const hand = await ann.page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card).toSorted());
      // The tab goes without a word, and another one comes.
      const { context } = ann;
      await ann.page.close({ runBeforeUnload: false });
      ann.page = await context.newPage();
      await ann.page.goto(`${ann.house.url}/t/${code}`);
      await nextQuestion(ann);
      const again = await ann.page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card).toSorted());
      assert.deepEqual(again, hand, 'the hand is the same');
      continue;
    }
    if (question === 'throw') await throwCards(ann);
    else await playCard(ann);
  }
  tell(`${moves} decisions in ${Math.round((Date.now() - began) / 1000)} s`);
  assert.ok(killed);
  await review(ann, code);
  await ann.look('pocket-review-phone');
  forgiveLoss(ann);
});

browserTest('Texas 42 without a network, to its end', async ({ visit }) => {
  const ann = await visit();
  await goOffline(ann);
  const { page } = ann;
  await page.goto(`${ann.house.url}/new/texas42`);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel(/On this device/).check();
  await page.getByText('All options').click();
  await page.locator('[data-field="target"] input').fill('1');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  const code = page.url().split('/').at(-1);
  for (let seat = 2; seat <= 4; seat += 1) await page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat}`) }).click();
  await page.locator('[data-phase]').waitFor();
  const met = { bid: 0, trump: 0, play: 0, continue: 0 };
  for (let question = await texas42.nextQuestion(page); question !== 'over'; question = await texas42.nextQuestion(page)) {
    await texas42.answer(page, question, met);
    met[question] += 1;
  }
  await review(ann, code);
  forgiveLoss(ann);
});

browserTest('two people share a device, and neither sees the hand of the other', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await ann.open('/new/cribbage');
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel(/On this device/).check();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name of player 2').fill('Bob');
  await ann.look('pocket-create-phone');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  const cards = () => page.locator('[data-card]').evaluateAll((all) => all.map((card) => card.dataset.card));
  const shown = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const show = page.getByRole('button', { name: /^I am / });
    await show.waitFor();
    assert.deepEqual(await cards(), [], 'nothing is seen of a hand while the device is passed on');
    if (turn === 0) await ann.look('pocket-cover-phone');
    await show.click();
    await page.locator('[data-throw]').waitFor();
    shown.push(await cards());
    await throwCards(ann);
    const pass = page.getByRole('button', { name: /^Hand the device to / });
    if (turn === 0) {
      await pass.waitFor();
      await ann.look('pocket-pass-phone', { whole: false });
      await pass.click();
    }
  }
  const [first, second] = shown;
  assert.ok(first.length >= 4 && second.length >= 4);
  assert.deepEqual(first.filter((card) => second.includes(card)), [], 'two hands');
});

browserTest('games on the device are saved to a file, deleted, and brought back', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/');
  await page.getByLabel('Play on this device, without the house').check();
  await page.locator('[data-game="cribbage"] button.primary').click();
  await page.locator('[data-throw]').waitFor();
  const code = page.url().split('/').at(-1);
  const cards = () => page.locator('[data-card]').evaluateAll((all) => all.map((card) => card.dataset.card).toSorted());
  const hand = await cards();
  assert.equal(ann.asked('create_game'), 0, 'the house knows nothing of it');
  await ann.open('/pocket');
  const row = page.locator(`[data-table="${code}"]`);
  await row.waitFor();
  await ann.look('pocket');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all games to a file' }).click();
  const file = await (await saving).path();
  page.on('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button').click();
  await row.waitFor({ state: 'detached' });
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('One game was brought.').waitFor();
  await row.getByRole('link', { name: /Resume/ }).click();
  await page.locator('[data-throw]').waitFor();
  assert.deepEqual(await cards(), hand, 'the hand is the same');
});

browserTest('the latest window has the pocket, and the one before can take it back', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/');
  await page.getByLabel('Play on this device, without the house').check();
  await page.locator('[data-game="cribbage"] button.primary').click();
  await page.locator('[data-throw]').waitFor();
  const second = await ann.context.newPage();
  await second.goto(page.url());
  await second.locator('[data-throw]').waitFor();
  await page.getByText('Your games are open in another window of this browser.').waitFor();
  await page.getByRole('button', { name: 'Play here' }).click();
  await page.locator('[data-throw]').waitFor();
  await second.getByText('Your games are open in another window of this browser.').waitFor();
});
