// History and statistics: the list of a player's games, the statistics, the export, and deleting the player.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { browserTest } from './harness.mjs';
import { play, tokenOf } from './past.mjs';
import { PHONE } from './visitor.mjs';

/** Options for games of a few deals. */
const ALMOST_WON = { target: 61, head_start: [40, 0], first_dealer: 0 };
const ALMOST_LOST = { target: 61, head_start: [0, 40], first_dealer: 1 };

/** Waits for exactly these plots of a game, each with a labelled picture. */
async function plotsOf(section, keys) {
  await section.locator(`[data-plot=${keys.at(-1)}]`).waitFor();
  assert.deepEqual(await section.locator('[data-plot]').evaluateAll((plots) => plots.map((plot) => plot.dataset.plot)), keys);
  const names = { won: 'Games won', skill: 'Cost of decisions a game', luck: 'Luck a game' };
  for (const key of keys) {
    const plot = section.locator(`[data-plot=${key}]`);
    await plot.getByRole('img', { name: new RegExp(`^${names[key]}, month by month: one month, \\w{3} \\d{4}\\.$`) }).waitFor();
    assert.equal(await plot.locator('circle').count(), 1, `the plot ${key} must have one month`);
  }
}

browserTest('games are remembered, counted, copied and deleted', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/history');
  await page.locator('[data-empty]').getByText('You have not finished a game here yet').waitFor();
  await ann.look('history-empty');
  await ann.open('/statistics');
  await page.locator('[data-empty]').waitFor();

  const token = await tokenOf(ann);
  const played = [];
  for (const options of [ALMOST_WON, ALMOST_LOST, ALMOST_WON]) played.push(await play(house, token, { options }));
  played.push(await play(house, token, { options: ALMOST_WON, level: 'medium' }));
  const codes = played.map(({ code }) => code);

  await ann.open('/history');
  const games = page.locator('[data-past]');
  await games.nth(3).waitFor();
  const lists = async (wanted) => {
    const list = wanted.map(({ code }) => `${code}/1`).toReversed();
    await page.waitForFunction((all) => JSON.stringify([...document.querySelectorAll('[data-past]')].map((game) => game.dataset.past)) === all, JSON.stringify(list));
  };
  await lists(played);
  await ann.look('history');

  // Each filter shows the right games and is in the address.
  const choose = (filter, value) => page.locator(`[data-filter=${filter}]`).selectOption(value);
  await choose('result', 'lost');
  await lists(played.filter(({ won }) => !won));
  await choose('result', 'won');
  await lists(played.filter(({ won }) => won));
  await choose('result', '');
  await choose('opponent', 'bot medium');
  await lists(played.slice(3));
  assert.match(page.url(), /opponent=bot\+medium/);
  await choose('opponent', '');
  await choose('game', 'dice');
  await page.getByText('No game fits.').waitFor();
  await choose('game', '');
  await choose('period', 'month');
  await lists(played);

  // A month or a year later, today's games are too old.
  const later = await visit({ storageState: await page.context().storageState() });
  const inPeriod = async (days, period, n) => {
    await later.page.clock.setFixedTime(Date.now() + days * 24 * 60 * 60 * 1_000);
    await later.open(`/history${period ? `?period=${period}` : ''}`);
    if (n === 0) await later.page.getByText('No game fits.').waitFor();
    else await later.page.locator('[data-past]').nth(n - 1).waitFor();
    assert.equal(await later.page.locator('[data-past]').count(), n, `${period} after ${days} days`);
  };
  await inPeriod(31, 'month', 0);
  await inPeriod(31, 'year', 4);
  await inPeriod(366, 'year', 0);
  await inPeriod(366, '', 4);
  await later.page.close();

  // Any game can be replayed from the list.
  const replay = page.locator(`[data-past="${codes[0]}/1"]`).getByRole('link', { name: 'Replay' });
  await replay.click();
  await page.waitForURL(`**/replay/${codes[0]}**`);
  await page.locator('#table').waitFor();
  await ann.open('/history');
  await lists(played);

  // The export as files.
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-export=${format}]`).click()]);
    return readFile(await download.path(), 'utf8');
  };
  assert.equal(JSON.parse(await save('json')).games.length, 4);
  const lines = (await save('csv')).trim().split('\r\n');
  assert.equal(lines.length, 5);
  assert.match(lines[0], /^ended,game,table.*,other_crib_n,other_crib_sum/);
  for (const line of lines) assert.equal(line.split(',').length, lines[0].split(',').length);

  // A game can be reviewed from the list, and the review is counted.
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
  // These short games with a head start have no par.
  await cribbage.locator('[data-measure=other_hand_dealer]').waitFor();
  assert.equal(await cribbage.locator('[data-par]').count(), 0);
  await cribbage.locator('[data-par-line]').getByText('two experts').waitFor();
  await plotsOf(cribbage, ['won', 'skill', 'luck']);
  // The wins of four games have an interval; a single review has none.
  assert.equal(await cribbage.locator('[data-plot=won] .interval').count(), 1);
  assert.equal(await cribbage.locator('[data-plot=luck] .interval').count(), 0);
  const wins = cribbage.locator('[data-plot=won]');
  await wins.getByText('The same as a table').click();
  const won = played.filter((game) => game.won).length;
  await wins.getByRole('cell', { name: new RegExp(`^${(100 * won) / 4}%`) }).waitFor();
  await ann.look('statistics');
  await page.locator('[data-met="bot medium"] a').click();
  await page.locator('[data-against]').getByText('Against Bot (Medium)').waitFor();
  await cribbage.getByText('of 1 game won').waitFor();
  await plotsOf(cribbage, ['won', 'skill', 'luck']);
  // The table stays open.
  await cribbage.locator('[data-plot=won]').getByRole('cell', { name: new RegExp(`^${played[3].won ? 100 : 0}%`) }).waitFor();
  await ann.look('statistics-against');

  // The same in Spanish on a phone.
  const storageState = { cookies: [], origins: [{ origin: new URL(house.url).origin, localStorage: [{ name: 'tallyhouse.token', value: token }] }] };
  const phone = await visit({ viewport: PHONE, locale: 'es-ES', storageState });
  await phone.open('/statistics');
  await phone.page.getByText('De 1 partida analizada de 4.').waitFor();
  await phone.look('statistics-phone');
  await phone.open('/history');
  await phone.page.locator('[data-past]').nth(3).waitFor();
  await phone.look('history-phone');
  await phone.page.close();

  // After the deletion the browser is a new player, its practice is forgotten, and the old token is invalid.
  await ann.open('/practise/texas42/bid');
  await page.locator('[data-call]').first().click();
  await page.locator('[data-grade]').waitFor();
  const practice = () => page.evaluate(() => localStorage.getItem('tallyhouse.practice'));
  assert.match(await practice(), /texas42\/bid/);
  await ann.open('/settings');
  await page.locator('[data-delete]').click();
  await page.getByRole('button', { name: 'No, stay' }).click();
  await page.locator('[data-delete]').click();
  await page.locator('[data-delete-sure]').click();
  await page.getByText('You have been deleted.').waitFor();
  await page.waitForFunction((old) => ![null, old].includes(localStorage.getItem('tallyhouse.token')), token);
  assert.equal(await practice(), null);
  const refused = await fetch(`${house.url}/api/me/games`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(refused.status, 401);
  await ann.open('/history');
  await page.locator('[data-empty]').waitFor();
});

/** Short games of the other two kinds. */
const OTHERS = [
  { game: 'dice', options: { seats: 2, first_target: 1, win_round: 2 }, bots: 1, measure: 'passed' },
  { game: 'texas42', options: { target: 1 }, bots: 3, measure: 'other_set_them' },
];

for (const { measure, ...short } of OTHERS) {
  browserTest(`games of ${short.game} are listed, filtered, replayed and counted`, async ({ house, visit }) => {
    const ann = await visit();
    const { page } = ann;
    await ann.open('/history');
    await page.locator('[data-empty]').waitFor();
    const token = await tokenOf(ann);
    const played = [];
    for (let n = 0; n < 3; n += 1) played.push(await play(house, token, short));
    const won = played.filter((game) => game.won);
    for (const [query, wanted] of [[`game=${short.game}`, played], ['result=won', won], ['result=lost', played.filter((game) => !game.won)], ['opponent=bot+easy', played], ['opponent=bot+hard', []], ['game=cribbage', []]]) {
      await ann.open(`/history?${query}`);
      if (wanted.length > 0) await page.locator('[data-past]').nth(wanted.length - 1).waitFor();
      else await page.getByText('No game fits.').waitFor();
      const listed = await page.locator('[data-past]').evaluateAll((all) => all.map((game) => game.dataset.past));
      assert.deepEqual(listed, wanted.map(({ code }) => `${code}/1`).toReversed(), query);
    }
    await ann.open('/history');
    await page.locator(`[data-past="${played[0].code}/1"]`).getByRole('link', { name: 'Replay' }).click();
    await page.waitForURL(`**/replay/${played[0].code}**`);
    await page.locator('#table').waitFor();
    await ann.open('/statistics');
    const sums = page.locator(`[data-statistics=${short.game}]`);
    await sums.getByText(`${won.length} of 3 games won`).waitFor();
    await sums.locator('[data-measure]').first().waitFor();
    if (short.game === 'dice') await sums.locator('[data-par-line]').getByText('no par').waitFor();
    assert.ok((await sums.locator(`[data-measure=${measure}], [data-measure=other_bid_made], [data-measure=other_partner_made]`).count()) > 0);
    await plotsOf(sums, ['won']);
    await ann.look(`statistics-of-${short.game}`);
  });
}

/** Usual games with the par of their measures. A player of Texas 42 does not bid in every game. */
const USUAL = [
  { game: 'cribbage', bots: 1, par: { hand_dealer: '8.00', hand_pone: '8.00', crib: '4.70', pegs_dealer: '3.43', pegs_pone: '2.17' }, always: ['hand_dealer', 'hand_pone', 'crib', 'pegs_dealer', 'pegs_pone'] },
  { game: 'texas42', bots: 3, par: { bid_made: '64.2%', partner_made: '64.2%', set_them: '35.8%' }, always: [] },
];

for (const { game, bots, par, always } of USUAL) {
  browserTest(`a usual game of ${game} is compared with par`, async ({ house, visit }) => {
    const ann = await visit();
    const { page } = ann;
    await ann.open('/history');
    await page.locator('[data-empty]').waitFor();
    await play(house, await tokenOf(ann), { game, bots, options: {} });
    await ann.open('/statistics');
    const sums = page.locator(`[data-statistics=${game}]`);
    await sums.locator('[data-measure=score]').waitFor();
    const measures = await sums.locator('[data-measure]:not([data-measure=score])').evaluateAll((rows) => rows.map((row) => row.dataset.measure));
    assert.ok(measures.length > 0 && measures.every((measure) => measure in par), `${measures}`);
    for (const measure of always) assert.ok(measures.includes(measure), measure);
    for (const measure of measures) {
      const row = sums.locator(`[data-measure=${measure}]`);
      await row.getByRole('cell', { name: par[measure], exact: true }).waitFor();
      // The tick is where the table says, and not at an end of the bar.
      const place = await row.locator('[data-bar] [data-par]').evaluate((tick) => Number(tick.getAttribute('x1')) / tick.ownerSVGElement.viewBox.baseVal.width);
      if (par[measure].endsWith('%')) assert.ok(Math.abs(place - Number.parseFloat(par[measure]) / 100) < 0.001, `${measure} at ${place}`);
      else assert.ok(place > 0 && place < 1, `${measure} at ${place}`);
    }
    await ann.look(`statistics-par-${game}`);
  });
}
