// The screens around the games.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pocketTest } from './built.mjs';
import { addBots, browserTest, openTable } from './harness.mjs';
import { PHONE } from './visitor.mjs';
import { within } from './within.mjs';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** The limit for everything before the first paint, compressed, without the fonts. */
const FIRST_LOAD_BYTES = 95_000;

/** The limit for the part of a game with its drawings, compressed. */
const PART_BYTES = 180_000;

/** The limit for the fonts, which may arrive later. */
const FONT_BYTES = 45_000;

/** The limit for the compiled pocket, compressed. */
const POCKET_BYTES = 900_000;

browserTest('the first load is light', async ({ visit, tell }) => {
  const ann = await visit();
  await ann.open('/');
  await ann.page.locator('[data-game]').first().waitFor();
  const files = [...new Set(ann.requests)].filter((path) => path === '/' || path.startsWith('/assets/'));
  const isFont = (path) => path.endsWith('.woff2');
  const total = await sumOf(files.filter((path) => !isFont(path)));
  const fonts = await sumOf(files.filter(isFont));
  tell(`${total} bytes, and ${fonts} of letters`);
  assert.ok(files.length > 3, `the page must have files: ${files}`);
  assert.ok(total < FIRST_LOAD_BYTES, `the first load must not have ${total} bytes: ${files}`);
  assert.ok(fonts > 0 && fonts < FONT_BYTES, `the fonts must not have ${fonts} bytes`);
  assert.ok(!files.some((path) => path.endsWith('.wasm')), 'the first load must not include the pocket');
});

browserTest('text is painted before the fonts arrive, and nothing jumps when they do', async ({ house, visit, tell }) => {
  const ann = await visit({ serviceWorkers: 'block', viewport: PHONE });
  ann.forgives = /registration blocked by Playwright/;
  const { page } = ann;
  let bring;
  const letters = new Promise((resolve) => (bring = resolve));
  await page.route('**/*.woff2', async (route) => {
    await letters;
    await route.continue();
  });
  // The load event waits for the fonts, so this waits only for the first bytes.
  await page.goto(`${house.url}/rules/cribbage`, { waitUntil: 'commit' });
  const text = page.locator('main p').nth(2);
  await text.waitFor();
  // The text is painted although no font of ours has arrived.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  assert.equal(await page.evaluate(() => document.fonts.check('16px Figtree')), false);
  const before = await heights(page);
  bring();
  await page.waitForFunction(() => document.fonts.check('16px Figtree') && document.fonts.check('600 16px Fraunces'));
  const after = await heights(page);
  const moved = after.map((height, place) => Math.abs(height - before[place]) / before[place]);
  const most = Math.max(...moved);
  tell(`headings are up to ${(100 * most).toFixed(1)} % higher or lower, the whole page ${(100 * moved[0]).toFixed(1)} %`);
  // A word may move to another line.
  assert.ok(moved[0] < 0.03, `the height of the page must not change from ${before[0]} to ${after[0]} pixels`);
});

/** The heights of the page and of its headings. */
const heights = (page) => page.evaluate(() => [document.querySelector('main'), ...document.querySelectorAll('main h1, main h2')].map((element) => element.getBoundingClientRect().height));

pocketTest('the pocket stays below its size limit', async ({ house, tell }) => {
  const { files } = await (await fetch(`${house.url}/files.json`)).json();
  const compiled = files.filter((path) => path.endsWith('.wasm'));
  assert.equal(compiled.length, 1);
  const { size } = await stat(`${DIST}${compiled[0]}.br`);
  tell(`the pocket: ${size} bytes with brotli`);
  assert.ok(size < POCKET_BYTES, `the pocket must not have ${size} bytes`);
});

for (const game of ['cribbage', 'texas42', 'dice']) {
  browserTest(`the part of ${game} stays below its size limit`, async ({ visit, tell }) => {
    const ann = await visit();
    await ann.open('/');
    await ann.page.locator(`[data-game="${game}"] button.primary`).waitFor();
    await ann.page.waitForLoadState('networkidle');
    const before = new Set(ann.requests);
    await ann.page.locator(`[data-game="${game}"] button.primary`).click();
    await ann.page.locator('[data-phase]').waitFor();
    await ann.page.waitForLoadState('networkidle');
    const files = [...new Set(ann.requests)].filter((path) => path.startsWith('/assets/') && !path.endsWith('.woff2') && !before.has(path));
    const total = await sumOf(files);
    tell(`${game}: ${total} bytes`);
    assert.ok(files.length > 1, `the part must have files: ${files}`);
    assert.ok(total < PART_BYTES, `the part must not have ${total} bytes: ${files}`);
  });
}

async function sumOf(paths) {
  const sizes = await Promise.all(paths.map(zippedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function zippedSize(path) {
  const file = DIST + (path === '/' ? '/index.html' : path);
  // A file too small for a compressed copy is sent unchanged.
  const { size } = await stat(`${file}.gz`).catch(() => stat(file));
  return size;
}

browserTest('the list of games is sent compressed', async ({ house }) => {
  const answer = await fetch(`${house.url}/api/games`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(answer.headers.get('content-encoding'), 'gzip');
  assert.equal((await answer.json()).length, 3);
});

browserTest('home, lobby, settings and scorer look right, wide and narrow', async ({ visit }) => {
  for (const [suffix, viewport] of [['', undefined], ['-phone', PHONE]]) {
    const ann = await visit(viewport ? { viewport } : {});
    await ann.open('/');
    await ann.page.locator('[data-game]').first().waitFor();
    await ann.look(`home${suffix}`);
    await ann.open('/tables');
    await ann.page.getByText('No table waits').waitFor();
    await ann.look(`tables${suffix}`);
    await ann.open('/settings');
    await ann.look(`settings${suffix}`);
    await ann.open('/score/cribbage?hand=5H-5S-5D-JC-5C');
    await ann.page.getByText('29', { exact: true }).waitFor();
    await ann.look(`score-cribbage${suffix}`);
    await ann.open('/nothing/here');
    await ann.page.getByText('There is nothing at this address.').waitFor();
    await ann.open('/new/cribbage');
    await ann.page.getByText('All options').click();
    await ann.look(`create${suffix}`);
  }
});

browserTest('faults of a new table are shown at their fields', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/new/cribbage');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Please type a name.').waitFor();
  await page.getByLabel('Your name').fill('Ann');
  await page.getByText('All options').click();
  await page.getByRole('spinbutton', { name: 'Players' }).fill('9');
  await page.getByLabel('Points to win').fill('100');
  await page.getByLabel('Seconds for each move').fill('1');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('[data-field="table.clockSeconds"] .fault').getByText('5 to 3600').waitFor();
  // The page shows no sentence of the house unchanged.
  await page.getByLabel('Seconds for each move').fill('-5');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('[data-field="table.clockSeconds"] .fault').getByText('5 to 3600').waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /integer|u32|invalid value/);
  await page.getByLabel('Seconds for each move').fill('');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.locator('[data-field="seats"] .fault').getByText('Two, three or four can play.').waitFor();
  await page.locator('[data-field="target"] .fault').getByText('121, or 61').waitFor();
  await ann.look('create-faults');
});

browserTest('every game offers its bots by level with one click, and explains their ratings', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = ann;
  await ann.open('/');
  await page.getByText('Every bot has a number that says how strong it is').waitFor();
  for (const game of ['cribbage', 'texas42', 'dice']) {
    const bots = page.locator(`[data-game="${game}"] [role="group"]`);
    assert.equal(await bots.locator('[data-level]').count(), 4);
    assert.match(await bots.evaluate((group) => document.getElementById(group.getAttribute('aria-describedby')).textContent), /how strong/);
  }
  await page.locator('[data-game="dice"] [data-level="easy"]').tap();
  await page.locator('[data-seat="1"]').getByText('Hare').waitFor();
  await page.getByText('Round 1 of 4').first().waitFor();
});

browserTest('the bots of every game are in view on a laptop, and nothing on the home page moves when the house answers', async ({ visit, tell }) => {
  const ann = await visit({ viewport: { width: 1366, height: 650 } });
  const { page } = ann;
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const note = ({ value, sources }) => globalThis.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) });
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
  });
  await ann.open('/');
  await page.locator('[data-daily]').waitFor();
  await page.locator('[data-level]').first().waitFor();
  const lowest = await page.locator('[data-level]').evaluateAll((bots) => Math.max(...bots.map((bot) => bot.getBoundingClientRect().bottom)));
  assert.ok(lowest <= 650, `the lowest bot ends at ${lowest}`);
  const shifts = await page.evaluate(() => globalThis.shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  tell(`the page shifts by ${total}`);
  assert.ok(total < 0.02, JSON.stringify(shifts));
});

browserTest('the felt colour can be chosen at the table, and the settings link back to it', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  const address = page.url();
  await page.locator('.bar .menu').click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('group', { name: 'Cloth' }).getByLabel('Blue').check();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.felt), 'blue');
  await ann.look('table-tab-phone', { whole: false });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await page.locator('[data-throw]').waitFor();
  assert.equal(page.url(), address);
  await ann.open('/settings?table=//example.org');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Back to the table' }).count(), 0);
});

browserTest('the seats of a new table have the same names as at the table', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const choose = async () => {
    await page.getByText('All options').click();
    const dealer = page.getByLabel('First dealer');
    assert.deepEqual(await dealer.locator('option').allTextContents(), ['Cut the cards for it', 'Seat 1', 'Seat 2']);
    await dealer.selectOption('Seat 2');
    const starts = page.getByRole('group', { name: 'Head start' });
    const fill = async (field, number) => {
      await field.fill(number);
      await field.press('Tab');
    };
    await fill(starts.getByLabel('Seat 1', { exact: true }), '10');
    // Four players are two pairs of partners, with one number for each pair.
    await fill(page.getByRole('spinbutton', { name: 'Players' }), '4');
    await fill(starts.getByLabel('Seat 2 and Seat 4'), '5');
    await fill(page.getByRole('spinbutton', { name: 'Players' }), '2');
    await starts.getByLabel('Seat 2', { exact: true }).waitFor();
  };
  await openTable(ann, 'cribbage', { name: 'Ann', choose });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  assert.deepEqual(await page.locator('[data-seat] .standing').allInnerTexts(), ['10', '5']);
  await page.locator('[data-seat="1"]').getByText('dealer').waitFor();
  await ann.open('/new/texas42');
  await page.getByText('All options').click();
  assert.deepEqual(await page.getByLabel('Who shakes first').locator('option').allTextContents(), ['Draw for it', 'Seat 1', 'Seat 2', 'Seat 3', 'Seat 4']);
});

browserTest('a table can be found in the lobby, by its code and by its link', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await bob.open('/tables');
  await bob.page.getByRole('link', { name: `Join ${code}` }).waitFor();
  await bob.look('tables-open');
  await bob.open('/');
  await bob.page.getByLabel('Code of the table').fill('no');
  await bob.page.getByRole('button', { name: 'Join' }).click();
  await bob.page.getByText('A code has six letters and digits.').waitFor();
  await bob.page.getByLabel('Code of the table').fill(code.toLowerCase());
  await bob.page.getByRole('button', { name: 'Join' }).click();
  await bob.page.getByRole('button', { name: 'Sit down' }).waitFor();
  await bob.look('take-seat');
});

browserTest('the page uses the language of the browser, and changes it on request', async ({ visit }) => {
  const ana = await visit({ locale: 'es-MX' });
  const { page } = ana;
  await ana.open('/');
  await page.getByRole('heading', { name: 'Una casa de mesas' }).waitFor();
  await ana.look('home-spanish');
  await page.locator('[data-game="cribbage"] button.primary').click();
  await page.getByText('Elige dos cartas').waitFor();
  await ana.look('cribbage-spanish');
  await ana.open('/settings');
  await page.getByLabel('Idioma').selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.getByLabel('Dark').check();
  await page.getByLabel('Larger').check();
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.deepEqual(await page.evaluate(() => ({ ...document.documentElement.dataset })), { theme: 'dark', felt: 'green', textSize: 'larger', motion: 'off' });
});

browserTest('a lost connection to the house is reported quietly, and restored', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await page.getByRole('button', { name: /Add a bot.*Seat 2/ }).click();
  await page.locator('[data-throw]').waitFor();
  await house.stop('SIGKILL');
  await page.getByText('The connection is lost. Trying again; your seat is kept.').waitFor();
  await ann.look('offline');
  await house.start();
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
  await page.locator('[data-card]').first().click();
  assert.equal(await page.locator('[aria-pressed="true"]').count(), 1);
  forgiveLoss(ann);
});

/** Removes the errors that the browser rightly reported while the house was gone. */
function forgiveLoss(visitor) {
  visitor.faults = visitor.faults.filter((fault) => !/WebSocket connection|ERR_CONNECTION|socket\.io|\/api\/games/.test(fault));
}

browserTest('the page opens even when the house is gone', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/');
  // An active worker has cached the files that the page needs.
  await within(page.evaluate(() => navigator.serviceWorker.ready.then(() => true)), 60_000, 'the service worker');
  await house.stop('SIGKILL');
  await page.reload();
  await page.getByRole('heading', { name: 'A house of tables' }).waitFor();
  await page.getByText('The house cannot be reached.').waitFor();
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null), 'the worker must serve the page');
  await ann.look('home-offline');
  await house.start();
  await page.getByText('The house cannot be reached.').waitFor({ state: 'detached' });
  forgiveLoss(ann);
});
