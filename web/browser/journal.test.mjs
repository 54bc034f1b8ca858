// The promises of a device's journal: nothing is shown before it is written, and a failure is reported.

import assert from 'node:assert/strict';
import { pocketTest } from './built.mjs';
import { nextQuestion, ownCards, playCard, throwCards } from './cribbage.mjs';
import * as dice from './dice.mjs';
import { openOnDevice } from './pocket.mjs';
import { Proxy } from './proxy.mjs';
import { PHONE } from './visitor.mjs';
import { within } from './within.mjs';

const isPocket = (worker) => /\/worker-/.test(worker.url());

/** The worker of the pocket; the browser may tell of it a moment after the page shows what it says. */
const pocketOf = async (page) => page.workers().find(isPocket) ?? page.waitForEvent('worker', { predicate: isPocket });

/** Opens a table of cribbage on the device, from the home page, and waits for the first question; returns its code and its worker. */
async function openCribbage(ann, { isOpen = false } = {}) {
  const { page } = ann;
  if (!isOpen) await ann.open('/');
  await page.getByLabel('Play on this device, without the house').check();
  await page.locator('[data-game="cribbage"] button.primary').click();
  await page.locator('[data-throw]').waitFor();
  return { code: page.url().split('/').at(-1), worker: await pocketOf(page) };
}

/** Reads the journal of the device with a method of its store: `getAll` or `getAllKeys`. */
const readJournal = ({ page }, method) =>
  page.evaluate(async (get) => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const database = await done(indexedDB.open('tallyhouse.pocket'));
    const read = await done(database.transaction('entries').objectStore('entries')[get]());
    database.close();
    return read;
  }, method);

/** The keys of all entries in the journal of the device: the code of the table and the number of the entry. */
const keysOf = (visitor) => readJournal(visitor, 'getAllKeys');

/** Whether an entry is the move of a bot. */
const isOfBot = ({ text }) => Boolean(JSON.parse(text).fact.decided?.bot);

/** Waits until the move of a bot is in the journal. */
async function untilBotHasMoved(visitor) {
  while (!(await readJournal(visitor, 'getAll')).some(isOfBot)) await visitor.page.waitForTimeout(50);
}

const countEntries = async (visitor) => (await keysOf(visitor)).length;

/** The numbers of a table's entries. */
const numbersOf = async (visitor, code) => (await keysOf(visitor)).filter(([table]) => table === code).map(([, number]) => number);

pocketTest('a move that cannot be stored is refused, changes nothing, and can be made again', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  const { worker } = await openCribbage(ann);
  // Otherwise the bot's throw could be what cannot be stored.
  await untilBotHasMoved(ann);
  const hand = await ownCards(ann);
  await worker.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('there is no room', 'QuotaExceededError');
    };
  });
  const again = page.waitForEvent('worker', { predicate: isPocket });
  for (const place of [0, 1]) await page.locator('[data-card]').nth(place).click();
  await page.locator('[data-throw]').click();
  await page.getByText('This device cannot store that.').first().waitFor();
  assert.deepEqual(await ownCards(ann), hand);
  // The pocket has restarted and can store again.
  await again;
  await page.reload();
  await page.locator('[data-throw]').waitFor();
  assert.deepEqual(await ownCards(ann), hand, 'the hand must be unchanged');
  const before = await countEntries(ann);
  await throwCards(ann);
  assert.equal(await nextQuestion(ann), 'play');
  assert.ok((await countEntries(ann)) > before);
});

pocketTest('when the move of a bot cannot be stored, the game goes on', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  const { worker } = await openCribbage(ann);
  await worker.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (row) {
      if (JSON.parse(row.text).fact.decided?.bot) throw new DOMException('there is no room', 'QuotaExceededError');
      return add.call(this, row);
    };
  });
  let isNew = false;
  page.on('worker', (started) => (isNew ||= isPocket(started)));
  await throwCards(ann);
  for (let card = 0; card < 2; card += 1) {
    assert.equal(await nextQuestion(ann), 'play');
    await playCard(ann);
  }
  await nextQuestion(ann);
  assert.ok(isNew, 'the pocket must have restarted');
});

pocketTest('after a write that failed nothing is written, and the journal has no gap', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await ann.open('/pocket');
  await page.getByText('No game is on this device yet.').waitFor();
  const worker = await pocketOf(page);
  await worker.evaluate(holdThoughts);
  await page.locator('a[href="/"]').first().click();
  const { code, worker: same } = await openCribbage(ann, { isOpen: true });
  assert.equal(same, worker, 'the page must not have been loaded again');
  const hasThought = async () => {
    while ((await worker.evaluate(() => globalThis.held.length)) === 0) await page.waitForTimeout(100);
  };
  await within(hasThought(), THOUGHT_MILLIS, 'the bot to think about its throw');
  const hand = await ownCards(ann);
  const before = await countEntries(ann);
  await worker.evaluate(failOnce, SLOWLY_MILLIS);
  const again = page.waitForEvent('worker', { predicate: isPocket });
  // If an assertion below fails first, this one must not hide it.
  again.catch(() => null);
  for (const place of [0, 1]) await page.locator('[data-card]').nth(place).click();
  await page.locator('[data-throw]').click();
  await page.getByText('This device cannot store that.').first().waitFor();
  // Until the page hears of the failure, the worker has time for the work in its queue.
  await page.waitForTimeout(SLOWLY_MILLIS / 2);
  assert.equal(await worker.evaluate(() => globalThis.failed), 1, 'exactly one write must have failed');
  assert.equal(await countEntries(ann), before, 'nothing may be written after it');
  await again;
  await page.reload();
  await page.locator('[data-throw]').waitFor();
  assert.deepEqual(await ownCards(ann), hand);
  await throwCards(ann);
  assert.equal(await nextQuestion(ann), 'play');
  const numbers = await numbersOf(ann, code);
  assert.deepEqual(numbers, numbers.map((_, place) => place + 1), 'the journal must have no gap');
});

/** The time limit for a bot on a busy machine, including the time to load its code. */
const THOUGHT_MILLIS = 60_000;

/** The delay of the message about the failure. */
const SLOWLY_MILLIS = 4_000;

/** Runs in the pocket's worker: holds back the answers of its thinkers. */
function holdThoughts() {
  globalThis.held = [];
  globalThis.Worker = class extends Worker {
    set onmessage(hear) {
      super.onmessage = (event) => globalThis.held.push(() => hear(event));
    }
  };
}

/** Runs in the pocket's worker: the next write fails, the answers of the thinkers arrive meanwhile, and the page learns of the failure late. */
function failOnce(millis) {
  globalThis.failed = 0;
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (row) {
    if (globalThis.failed > 0) return add.call(this, row);
    globalThis.failed += 1;
    for (const letGo of globalThis.held.splice(0)) letGo();
    throw new DOMException('there is no room', 'QuotaExceededError');
  };
  const post = globalThis.postMessage.bind(globalThis);
  globalThis.postMessage = (said) => setTimeout(() => post(said), said.kind === 'broken' ? millis : 0);
}

pocketTest('the player is told that a bot could not think, and the game goes on', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await ann.open('/pocket');
  await page.getByText('No game is on this device yet.').waitFor();
  const worker = await pocketOf(page);
  await worker.evaluate(failThoughts);
  await page.locator('a[href="/"]').first().click();
  await openCribbage(ann, { isOpen: true });
  const notice = page.locator('[data-unthought]');
  await notice.getByText('A bot could not think on this device, and made a quick move.').waitFor();
  await ann.look('pocket-unthought-phone', { whole: false });
  await notice.getByRole('button').click();
  await notice.waitFor({ state: 'detached' });
  await throwCards(ann);
  assert.equal(await nextQuestion(ann), 'play');
});

/** Runs in the pocket's worker: its thinkers report a failure instead of each answer. */
function failThoughts() {
  globalThis.Worker = class extends Worker {
    set onmessage(hear) {
      super.onmessage = ({ data }) => hear({ data: { ...data, answer: undefined, failed: true } });
    }
  };
}

pocketTest('nothing is sent before it is written', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { worker } = await openCribbage(ann);
  await worker.evaluate(() => {
    const order = (globalThis.order = []);
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (row) {
      order.push(`added, ${this.transaction.durability}`);
      return add.call(this, row);
    };
    const handler = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      set(run) {
        handler.set.call(this, (event) => {
          order.push('written');
          run(event);
        });
      },
    });
    const post = globalThis.postMessage.bind(globalThis);
    globalThis.postMessage = (said) => {
      order.push(said.kind);
      post(said);
    };
  });
  await throwCards(ann);
  assert.equal(await nextQuestion(ann), 'play');
  const order = await worker.evaluate(() => globalThis.order);
  // The game waits for a move, so the first thing to happen must be a write.
  let isWritten = false;
  for (const what of order) {
    if (what.startsWith('added')) isWritten = false;
    else if (what === 'written') isWritten = true;
    else assert.ok(isWritten, `${what} must not come before the write: ${order}`);
  }
  for (const what of ['added, strict', 'written', 'told', 'answer']) assert.ok(order.includes(what), `${what}: ${order}`);
});

pocketTest('a damaged journal is reported as damaged', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  const { code } = await openCribbage(ann);
  await page.evaluate(async (table) => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const database = await done(indexedDB.open('tallyhouse.pocket'));
    await done(database.transaction('entries', 'readwrite').objectStore('entries').delete([table, 2]));
    database.close();
  }, code);
  await page.reload();
  await page.getByText('The record of this table is damaged').waitFor();
  await ann.look('pocket-damaged-phone');
});

pocketTest('missing files are reported, and the page does not retry for ever', async ({ house, visit }) => {
  const proxy = await Proxy.before(house);
  try {
    const [ann, bob] = [await visit(), await visit({ viewport: PHONE })];
    for (const visitor of [ann, bob]) {
      visitor.house = { url: proxy.url };
      visitor.forgives = /404|failed: .*(thinker|worker)-/;
    }
    proxy.gone = /thinker-/;
    const code = await openOnDevice(ann, 'dice', 0, dice.easyRun('Short solo run'));
    await dice.playToTheEnd(ann);
    await ann.open(`/review/${code}`);
    await ann.page.getByText('could not').first().waitFor();
    // Without the pocket's code, a player who opens a table sees the problem after a few tries.
    proxy.gone = /worker-/;
    await bob.open('/');
    await bob.page.evaluate(() => localStorage.setItem('tallyhouse.pocket.codes', '["VHG4SC"]'));
    await bob.open('/t/VHG4SC');
    await bob.page.getByText('does not work just now').waitFor();
    await bob.look('pocket-gave-up-phone');
    const tried = [...proxy.asked].filter(([path]) => proxy.gone.test(path)).reduce((sum, [, n]) => sum + n, 0);
    assert.ok(tried <= 8, `asked ${tried} times`);
  } finally {
    proxy.close();
  }
});
