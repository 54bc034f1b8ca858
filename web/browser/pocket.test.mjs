// The house in a pocket: visited once, the page plays everything without a network, and loses nothing.

import assert from 'node:assert/strict';
import { pocketTest } from './built.mjs';
import { nextQuestion, playCard, throwCards } from './cribbage.mjs';
import { easyRun } from './dice.mjs';
import * as texas42 from './texas42.mjs';
import { Proxy } from './proxy.mjs';
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

/** Opens a short table on the device, without pauses, with so many experts at it; its code. */
async function openOnDevice(visitor, game, bots, choose) {
  const { page } = visitor;
  await visitor.open(`/new/${game}`);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel('Pace').selectOption('instant');
  // Without a network there is nothing to choose.
  await page.getByLabel(/^On this device/).check();
  await choose(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  if (bots > 0) await page.locator('.level select').selectOption('expert');
  for (let seat = 2; seat <= bots + 1; seat += 1) await page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat}`) }).click();
  await page.locator('[data-phase]').waitFor();
  return page.url().split('/').at(-1);
}

const target = (points) => async (page) => {
  await page.getByText('All options').click();
  const field = page.locator('[data-field="target"]');
  if (await field.locator('select').count()) await field.locator('select').selectOption(String(points));
  else await field.locator('input').first().fill(String(points));
};

/** A finished game is shown again and reviewed. */
async function review({ page }, code) {
  await page.goto(new URL(`/review/${code}`, page.url()).href);
  await page.locator('[data-review]').waitFor({ timeout: 300_000 });
}

pocketTest('cribbage without a network, on a phone: advice, a killed tab, review', async ({ visit, tell }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  await ann.look('pocket-offline-phone');
  const code = await openOnDevice(ann, 'cribbage', 1, target(61));
  await nextQuestion(ann);
  await ann.look('pocket-cribbage-phone', { whole: false });
  // Advice comes from the same adviser.
  await ann.page.keyboard.press('h');
  await ann.page.locator('[data-advice]').waitFor();
  await ann.look('pocket-advice-phone', { whole: false });
  await ann.page.locator('button', { hasText: '✕' }).first().click();
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

pocketTest('Texas 42 without a network, to its end', async ({ visit }) => {
  const ann = await visit();
  await goOffline(ann);
  const { page } = ann;
  const code = await openOnDevice(ann, 'texas42', 3, target(1));
  const met = { bid: 0, trump: 0, play: 0, continue: 0 };
  for (let question = await texas42.nextQuestion(page); question !== 'over'; question = await texas42.nextQuestion(page)) {
    await texas42.answer(page, question, met);
    met[question] += 1;
  }
  await review(ann, code);
  forgiveLoss(ann);
});

pocketTest('two people share a device, and neither sees the hand of the other', async ({ visit }) => {
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

pocketTest('games on the device are saved to a file, deleted, and brought back', async ({ visit }) => {
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

pocketTest('the latest window has the pocket, and the one before can take it back', async ({ visit }) => {
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

/** Scores whatever lies there, buys nothing, and goes on to the end of the game. */
async function playDice(page) {
  for (;;) {
    await page.locator('[data-continue], [data-score], [data-leave], [data-phase="gameover"]').first().waitFor();
    if (await page.locator('[data-phase="gameover"]').count()) break;
    for (const what of ['[data-continue]', '[data-stop]', '[data-leave]', '[data-score]']) {
      const button = page.locator(what).first();
      if (!(await button.count())) continue;
      // The page may have moved on between the look and the click: then the next look will tell.
      await button.click({ timeout: 5_000 }).catch(() => null);
      break;
    }
  }
}

pocketTest('a race of dice against an expert without a network is added to the history afterwards', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  const { page } = ann;
  const code = await openOnDevice(ann, 'dice', 1, async () => {
    await easyRun('Short race for two')(page);
    await page.locator('[data-field="win_round"] input').first().fill('2');
  });
  await playDice(page);
  await page.goto(`${ann.house.url}/`);
  const offer = page.locator('[data-offer]');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await offer.count(), 0, 'nothing is offered without a network');
  await ann.context.setOffline(false);
  // The house is back, and what was played meanwhile is offered.
  await offer.waitFor();
  await ann.look('pocket-offer-phone');
  await offer.getByRole('button', { name: 'Add to my history' }).click();
  await page.getByText('One game is in your history now, as claimed.').waitFor();
  await ann.open('/history');
  const past = page.locator(`[data-past="${code}/1"]`);
  await past.getByText(/^Claimed:/).waitFor();
  await past.getByText('Bot, Expert').waitFor();
  assert.equal(await offer.count(), 0, 'what was added is not offered again');
  await ann.look('history-claimed-phone');
  // The device has the game still, so it can be looked at again.
  await past.getByRole('link', { name: 'Replay' }).click();
  await page.waitForURL(`**/replay/${code}?game=1`);
  await ann.open('/statistics');
  await page.locator('[data-empty]').waitFor();
  await ann.open('/pocket');
  await page.locator(`[data-table="${code}"]`).getByText('in your history').waitFor();
  forgiveLoss(ann);
});

pocketTest('a newer page is announced, and taken when the player is back at the start', async ({ house, visit }) => {
  const proxy = await Proxy.before(house);
  try {
    const ann = await visit();
    const { page } = ann;
    ann.house = { url: proxy.url };
    await ann.open('/pocket');
    await page.getByRole('button', { name: 'Make available offline' }).click();
    await page.getByText('Ready: everything works without a network.').waitFor({ timeout: KEEP_MILLIS });
    // The page and its keeper have each asked which files there are.
    assert.ok(proxy.asked.get('/files.json') >= 2);
    const isNewer = () => page.evaluate(() => document.querySelector('meta[name="newer"]') !== null);
    assert.equal(await isNewer(), false);
    const announced = page.getByText('The house has a newer page.');
    proxy.cut();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(await announced.count(), 0, 'a connection that is cut is no news');
    proxy.isNewer = true;
    proxy.cut();
    await announced.waitFor();
    await ann.look('pocket-update');
    assert.equal(await isNewer(), false, 'nothing is taken from under the player');
    await page.locator('a[href="/"]').first().click();
    await page.locator('meta[name="newer"]').waitFor({ state: 'attached' });
    assert.equal(await announced.count(), 0);
    // An idle page keeps the newer one for times without a network.
    const isKept = () => page.evaluate(async (mark) => (await (await caches.match('/')).text()).includes(mark), Proxy.NEWER);
    while (!(await isKept())) await page.waitForTimeout(500);
    await ann.context.setOffline(true);
    await page.reload();
    await page.locator('[data-game]').first().waitFor();
    assert.equal(await isNewer(), true);
    forgiveLoss(ann);
  } finally {
    proxy.close();
  }
});

pocketTest('a run of dice without a network, and the scorer, a drill and a lesson', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  const { page } = ann;
  const code = await openOnDevice(ann, 'dice', 0, easyRun('Short solo run'));
  await playDice(page);
  await review(ann, code);
  await page.goto(`${ann.house.url}/score/cribbage?hand=5H-5S-5D-JC-5C`);
  await page.getByText('29', { exact: true }).waitFor();
  await page.goto(`${ann.house.url}/practise/cribbage/discard`);
  await page.locator('[data-card]').first().waitFor();
  await page.goto(`${ann.house.url}/learn/cribbage`);
  await page.locator('[data-phase]').waitFor();
  forgiveLoss(ann);
});
