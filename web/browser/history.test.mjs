// Looking back: the list of one's games, what they add up to, copies to take along, and deleting oneself.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { io } from 'socket.io-client';
import { browserTest } from './harness.mjs';
import { PHONE } from './visitor.mjs';

/** Games of a few deals. */
const ALMOST_WON = { target: 61, head_start: [40, 0], first_dealer: 0 };
const ALMOST_LOST = { target: 61, head_start: [0, 40], first_dealer: 1 };

/** The first of the commands that `legal` lists, one by one or by name. */
function firstOf(legal) {
  const named = Array.isArray(legal) ? legal.flatMap(Object.entries) : Object.entries(legal ?? {});
  return named.flatMap(([command, fields]) => [fields].flat().map((each) => [command, each]))[0];
}

/** Plays a short game of cribbage against a bot as the player of this browser, without the page. */
async function play(house, token, options, level = 'easy') {
  const socket = io(house.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  try {
    const ask = async (name, fields) => {
      const ack = await socket.timeout(120_000).emitWithAck(name, fields);
      assert.ok(ack.ok, `${name}: ${JSON.stringify(ack)}`);
      return ack;
    };
    await new Promise((resolve) => socket.on('session', resolve));
    let gameCode = null;
    const over = new Promise((resolve, reject) => {
      socket.on('game_finished', resolve);
      socket.on('state', ({ legal, seq }) => {
        const first = firstOf(legal);
        // The game may have moved on meanwhile: then there is another state.
        if (first) socket.emit(first[0], { ...first[1], gameCode, expectSeq: seq });
      });
      socket.on('disconnect', reject);
    });
    ({ gameCode } = await ask('create_game', { game: 'cribbage', nickname: 'Ann', options, table: { pace: 'instant' } }));
    await ask('add_bot', { gameCode, level });
    await over;
    socket.off('disconnect');
    return gameCode;
  } finally {
    socket.close();
  }
}

const tokenOf = ({ page }) => page.evaluate(() => localStorage.getItem('tallyhouse.token'));

browserTest('games are remembered, counted, copied and deleted', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/history');
  await page.locator('[data-empty]').getByText('You have not finished a game here yet').waitFor();
  await ann.look('history-empty');
  await ann.open('/statistics');
  await page.locator('[data-empty]').waitFor();

  const token = await tokenOf(ann);
  const codes = [];
  for (const options of [ALMOST_WON, ALMOST_LOST, ALMOST_WON]) codes.push(await play(house, token, options));
  codes.push(await play(house, token, ALMOST_WON, 'medium'));

  await ann.open('/history');
  const games = page.locator('[data-past]');
  await games.nth(3).waitFor();
  const listed = await games.evaluateAll((all) => all.map((game) => game.dataset.past));
  assert.deepEqual(listed, codes.toReversed().map((code) => `${code}/1`));
  await ann.look('history');

  // Each filter leaves what it says, and is in the address.
  const choose = (filter, value) => page.locator(`[data-filter=${filter}]`).selectOption(value);
  const leaves = async (n) => page.waitForFunction((count) => document.querySelectorAll('[data-past]').length === count, n);
  const lost = await games.getByText('Not won').count();
  await choose('result', 'lost');
  await leaves(lost);
  await choose('result', '');
  await choose('opponent', 'bot medium');
  await leaves(1);
  assert.match(page.url(), /opponent=bot\+medium/);
  await choose('opponent', '');
  await choose('game', 'dice');
  await page.getByText('No game fits.').waitFor();
  await choose('game', '');
  await choose('period', 'month');
  await leaves(4);

  // Copies to take along.
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-export=${format}]`).click()]);
    return readFile(await download.path(), 'utf8');
  };
  assert.equal(JSON.parse(await save('json')).games.length, 4);
  const lines = (await save('csv')).trim().split('\r\n');
  assert.equal(lines.length, 5);
  assert.match(lines[0], /^ended,game,table/);

  // A game is reviewed from the list, and that is counted.
  await page.locator(`[data-past="${codes[3]}/1"]`).getByRole('link', { name: 'Review' }).click();
  await page.waitForURL(`**/review/${codes[3]}**`);
  const reviewed = async () => {
    const answer = await fetch(`${house.url}/api/me/statistics`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()).games[0].sums.skill?.n;
  };
  while ((await reviewed()) !== 1);
  await ann.open('/statistics');
  const cribbage = page.locator('[data-statistics=cribbage]');
  await cribbage.getByText('of 4 games won').waitFor();
  await cribbage.getByText('From 1 reviewed game of 4.').waitFor();
  await cribbage.locator('[data-measure=hand_dealer]').waitFor();
  await cribbage.getByRole('img', { name: 'Games won, month by month' }).waitFor();
  await cribbage.getByText('The same as a table').first().click();
  await ann.look('statistics');
  await page.locator('[data-met="bot medium"] a').click();
  await page.locator('[data-against]').getByText('Against Bot, Medium').waitFor();
  await cribbage.getByText('of 1 game won').waitFor();

  // The same in Spanish on a phone.
  const storageState = { cookies: [], origins: [{ origin: new URL(house.url).origin, localStorage: [{ name: 'tallyhouse.token', value: token }] }] };
  const phone = await visit({ viewport: PHONE, locale: 'es-ES', storageState });
  await phone.open('/statistics');
  await phone.page.getByText('De 1 partida repasada de 4.').waitFor();
  await phone.look('statistics-phone');
  await phone.open('/history');
  await phone.page.locator('[data-past]').nth(3).waitFor();
  await phone.look('history-phone');
  await phone.page.close();

  // Deleted: the browser is somebody new, and the token leads to nobody.
  await ann.open('/settings');
  await page.locator('[data-delete]').click();
  await page.getByRole('button', { name: 'No, stay' }).click();
  await page.locator('[data-delete]').click();
  await page.locator('[data-delete-sure]').click();
  await page.getByText('You are deleted.').waitFor();
  await page.waitForFunction((old) => ![null, old].includes(localStorage.getItem('tallyhouse.token')), token);
  const refused = await fetch(`${house.url}/api/me/games`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(refused.status, 401);
  await ann.open('/history');
  await page.locator('[data-empty]').waitFor();
});
