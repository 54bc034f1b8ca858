// The offline copy of the page: complete without a request, installable, and never stale for long.

import assert from 'node:assert/strict';
import { pocketTest } from './built.mjs';
import { nextQuestion } from './cribbage.mjs';
import { forgiveLoss, KEEP_MILLIS, keepAll } from './pocket.mjs';
import { Proxy } from './proxy.mjs';
import { PHONE } from './visitor.mjs';
import { within } from './within.mjs';

pocketTest('an idle page caches everything by itself, can be installed, and plays without a network', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await ann.open('/');
  const isKept = () => page.evaluate(async () => (await caches.match('/files.json')) !== undefined);
  const wait = async () => {
    while (!(await isKept())) await page.waitForTimeout(500);
  };
  await within(wait(), KEEP_MILLIS, 'the idle page to cache everything');
  // The player is told where they are.
  await page.locator('[data-ready]').getByText('Ready: everything works without a network.').waitFor();
  await ann.look('home-ready-phone');
  const browser = await ann.context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The private browser of a test allows no installation, so that error is expected.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  await ann.context.setOffline(true);
  await page.reload();
  await page.locator('[data-game="cribbage"] button.primary').click();
  await page.locator('[data-throw]').waitFor();
  const code = page.url().split('/').at(-1);
  // The page says where the game is kept: at the table, and in the list of open tables.
  await page.getByRole('button', { name: 'Menu' }).or(page.locator('.menu')).first().click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.locator('[data-pocket]').getByText('This game lives on this device').waitFor();
  await ann.open('/');
  await page.locator('main li', { hasText: code }).getByText('on this device').waitFor();
  forgiveLoss(ann);
});

pocketTest('on a network that drops everything, the page opens and plays', async ({ house, visit }) => {
  const proxy = await Proxy.before(house);
  try {
    const ann = await visit({ viewport: PHONE });
    const { page } = ann;
    ann.house = { url: proxy.url };
    await ann.open('/pocket');
    await keepAll(ann);
    proxy.isSilent = true;
    proxy.cut();
    await ann.open('/');
    await page.locator('[data-game="cribbage"] button.primary').click();
    assert.equal(await nextQuestion(ann), 'throw');
    await ann.open('/new/dice');
    // The form of a new table says where it will be.
    await page.getByLabel(/^On this device/).and(page.locator(':checked')).waitFor();
    forgiveLoss(ann);
  } finally {
    proxy.close();
  }
});

pocketTest('an old page opened without a network learns later that the house has a newer one', async ({ house, visit }) => {
  const proxy = await Proxy.before(house);
  try {
    const ann = await visit();
    const { page } = ann;
    ann.house = { url: proxy.url };
    await ann.open('/pocket');
    await keepAll(ann);
    await ann.context.setOffline(true);
    await page.reload();
    await page.getByText('The house cannot be reached.').waitFor();
    proxy.isNewer = true;
    await ann.context.setOffline(false);
    await page.getByText('The house has a newer version of this page.').waitFor();
    forgiveLoss(ann);
  } finally {
    proxy.close();
  }
});

pocketTest('the page asks the browser to keep the first game on this device, and shows the answer', async ({ visit }) => {
  for (const promise of [true, false]) {
    const ann = await visit();
    const { page } = ann;
    await ann.context.addInitScript((granted) => {
      let asked = 0;
      navigator.storage.persist = async () => {
        asked += 1;
        document.documentElement.dataset.asked = String(asked);
        localStorage.setItem('promised', String(granted));
        return granted;
      };
      navigator.storage.persisted = async () => localStorage.getItem('promised') === 'true';
    }, promise);
    await ann.open('/');
    const asked = () => page.evaluate(() => document.documentElement.dataset.asked ?? '0');
    await page.getByLabel('Play on this device, without the house').check();
    assert.equal(await asked(), '0');
    await page.locator('[data-game="cribbage"] button.primary').click();
    await page.locator('[data-throw]').waitFor();
    assert.equal(await asked(), '1');
    await ann.open('/pocket');
    await page.locator(`[data-lasting="${promise}"]`).waitFor();
    if (!promise) await ann.look('pocket-fleeting');
  }
});

pocketTest('a newer page is announced, and loaded when the player is back on the home page', async ({ house, visit }) => {
  const proxy = await Proxy.before(house);
  try {
    const ann = await visit();
    const { page } = ann;
    ann.house = { url: proxy.url };
    await ann.open('/pocket');
    await page.getByRole('button', { name: 'Make available offline' }).click();
    await page.getByText('Ready: everything works without a network.').waitFor({ timeout: KEEP_MILLIS });
    const isNewer = () => page.evaluate(() => document.querySelector('meta[name="newer"]') !== null);
    assert.equal(await isNewer(), false);
    const announced = page.getByText('The house has a newer version of this page.');
    proxy.cut();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(await announced.count(), 0, 'a lost connection must announce no newer page');
    proxy.isNewer = true;
    proxy.cut();
    await announced.waitFor();
    await ann.look('pocket-update');
    assert.equal(await isNewer(), false, 'the page must not change during a game');
    await page.locator('a[href="/"]').first().click();
    await page.locator('meta[name="newer"]').waitFor({ state: 'attached' });
    assert.equal(await announced.count(), 0);
    // An idle page caches the newer one for offline use.
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

pocketTest('an open page of the previous build still loads its parts until the next build', async ({ house, visit, atEnd }) => {
  const proxy = await Proxy.before(house);
  atEnd(() => proxy.close());
  const ann = await visit();
  const { page: old } = ann;
  ann.house = { url: proxy.url };
  await ann.open('/pocket');
  await keepAll(ann);
  const { files } = await (await fetch(`${house.url}/files.json`)).json();
  const dropped = files.find((path) => /\/Rules-[^/]+\.js$/.test(path));
  assert.ok(dropped, 'the rules must be a part of their own');
  const isKept = (page, path) => page.evaluate(async (file) => (await caches.match(file)) !== undefined, path);
  proxy.dropped = new RegExp(`^${dropped}$`);
  proxy.isNewer = true;
  const keepNewer = async () => {
    const second = await ann.context.newPage();
    await second.goto(`${proxy.url}/pocket`);
    await second.locator('meta[name="newer"]').waitFor({ state: 'attached' });
    // An idle page sends this message by itself.
    const kept = second.evaluate(() => new Promise((resolve) => navigator.serviceWorker.addEventListener('message', ({ data }) => data.kind !== 'keeping' && resolve(data.kind))));
    await second.evaluate(() => navigator.serviceWorker.controller.postMessage({ kind: 'keep' }));
    assert.equal(await within(kept, KEEP_MILLIS, 'the newer page to be kept'), 'kept');
    return second;
  };
  for (let n = 0; n < 2; n += 1) {
    const second = await keepNewer();
    assert.ok(await isKept(second, '/assets/newer.js'));
    assert.ok(await isKept(second, dropped), 'the older build must stay in the cache, however often the newer one is kept');
    await second.close();
  }
  // The old page has not loaded this part yet.
  assert.ok(!ann.requests.includes(dropped));
  await old.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/rules/cribbage' });
    document.body.append(link);
    link.click();
  });
  await old.locator('main h2').first().waitFor();
  assert.equal(await old.getByRole('alert').count(), 0);
  proxy.build = 'newest';
  const third = await keepNewer();
  assert.ok(await isKept(third, '/assets/newest.js'));
  assert.equal(await isKept(third, dropped), false, 'a file that neither of the last two builds has must be deleted');
});
