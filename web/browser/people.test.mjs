// Several people at one device, and their games on another device.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pocketTest } from './built.mjs';
import { ownCards, playCard, throwCards } from './cribbage.mjs';
import { PHONE } from './visitor.mjs';

pocketTest('two people share a device, and neither sees the hand of the other', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await ann.context.addInitScript(noteEarlyCards, SLOWLY_MILLIS);
  const code = await openForTwo(ann);
  const shown = [];
  for (const name of ['Ann', 'Bob']) {
    const hand = await takeDevice(ann, { look: name === 'Ann' });
    assert.equal(hand.name, name);
    shown.push(await ownCards(ann));
    await throwCards(ann);
    if (name === 'Ann') await ann.look('pocket-pass-phone', { whole: false });
  }
  const [first, second] = shown;
  assert.deepEqual([first.length, second.length], [6, 6]);
  assert.deepEqual(first.filter((card) => second.includes(card)), [], 'two hands');
  // They play on. In between, another person opens the page.
  const kept = { Ann: first, Bob: second };
  const played = { Ann: 0, Bob: 0 };
  let holder = 'Bob';
  for (let card = 0; card < 6; card += 1) {
    if (card === 3) await ann.killTab(`/t/${code}`);
    const { name } = await takeDevice(ann, { holder });
    const cards = await ownCards(ann);
    assert.ok(cards.length > 0 && cards.every((one) => kept[name].includes(one)), `${name} sees ${cards}`);
    await playCard(ann);
    played[name] += 1;
    holder = name;
  }
  assert.ok(played.Ann > 1 && played.Bob > 1, JSON.stringify(played));
  assert.deepEqual(await ann.page.evaluate(() => globalThis.early), [], 'no hand must be drawn before it is known whose turn it is');
});

pocketTest('a game of two people goes on at another device', async ({ visit }) => {
  const [ann, bea] = [await visit({ viewport: PHONE }), await visit({ viewport: PHONE })];
  const code = await openForTwo(ann);
  await takeDevice(ann);
  const hand = await ownCards(ann);
  await ann.open('/pocket');
  const saving = ann.page.waitForEvent('download');
  await ann.page.getByRole('button', { name: 'Save all games to a file' }).click();
  const { tables } = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  await bea.open('/pocket');
  // A damaged game is reported and does not prevent loading the others.
  const damaged = { ...tables[0], entries: tables[0].entries.filter((_, place) => place !== 1) };
  await bea.page.locator('input[type="file"]').setInputFiles(fileOf([damaged, ...tables]));
  await bea.page.getByText('One game was loaded.').waitFor();
  await bea.page.getByRole('alert').getByText('One game in the file could not be loaded. The record of this table is damaged').waitFor();
  await bea.look('pocket-brought-phone');
  await bea.page.locator('input[type="file"]').setInputFiles({ ...fileOf([]), buffer: Buffer.from('no games') });
  await bea.page.getByRole('alert').getByText('That cannot be understood.').waitFor();
  await bea.page.locator(`[data-table="${code}"]`).getByRole('link', { name: /Resume/ }).click();
  for (const name of ['Ann', 'Bob']) {
    assert.deepEqual(await takeDevice(bea), { name });
    if (name === 'Ann') assert.deepEqual((await ownCards(bea)).toSorted(), hand.toSorted(), 'the hand must be the same');
    await throwCards(bea);
  }
  for (let card = 0; card < 3; card += 1) {
    await takeDevice(bea);
    await playCard(bea);
  }
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
  assert.equal(ann.asked('create_game'), 0, 'the house must not know the table');
  await page.locator('.mine').getByText('on this device').waitFor();
  await ann.look('pocket-here', { whole: false });
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
  await page.getByText('One game was loaded.').waitFor();
  await row.getByRole('link', { name: /Resume/ }).click();
  await page.locator('[data-throw]').waitFor();
  assert.deepEqual(await cards(), hand, 'the hand must be the same');
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

/** A file of saved games. */
const fileOf = (tables) => ({ name: 'games.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ tallyhouse: 1, tables })) });

/** The delay before the page learns of the second person. A table that does not wait for it would be drawn long before. */
const SLOWLY_MILLIS = 3_000;

/** Opens a table of cribbage for Ann and for Bob, who shares her device; returns its code. */
async function openForTwo(ann) {
  const { page } = ann;
  await ann.open('/new/cribbage');
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel(/On this device/).check();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name of player 2').fill('Bob');
  await ann.look('pocket-create-phone');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  return page.url().split('/').at(-1);
}

/** Hands the device to the player who is to move, unless that player has it; returns the name. */
async function takeDevice(ann, { look = false, holder = null } = {}) {
  const { page } = ann;
  const pass = page.getByRole('button', { name: /^Hand the device to / });
  const show = page.getByRole('button', { name: /^I am / });
  await pass.or(show).or(page.locator('.playable, [data-throw]')).first().waitFor();
  if (await pass.count()) await pass.click();
  if ((await show.count()) === 0) return { name: holder };
  assert.deepEqual(await ownCards(ann), [], 'no hand must be visible while the device is passed on');
  if (look) await ann.look('pocket-cover-phone');
  const [, name] = /^I am (.+): /.exec(await show.innerText());
  await show.click();
  await page.locator('.playable, [data-throw]').first().waitFor();
  return { name };
}

/** Runs in the page before anything else: records the cards that are drawn before the first cover, which appears late. */
function noteEarlyCards(millis) {
  globalThis.early = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked, ...more) {
    const { command, player } = asked?.question ?? {};
    const isLate = command === 'sync' && player.includes('-');
    setTimeout(() => post.call(this, asked, ...more), isLate ? millis : 0);
  };
  let isCovered = false;
  const look = () => {
    isCovered ||= document.querySelector('[data-cover]') !== null;
    if (!isCovered) globalThis.early.push(...[...document.querySelectorAll('[data-card]')].map((card) => card.dataset.card));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}
