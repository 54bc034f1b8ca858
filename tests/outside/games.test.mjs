// Whole games, as strangers play them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHouse } from './house.mjs';
import { anyOf, withPlayers } from './player.mjs';

const TRANSPORTS = { websocket: ['websocket'], polling: ['polling'], upgrade: ['polling', 'websocket'] };

/** Checks two players who have finished a game together. */
async function agree(house, jill, boom, [one, other]) {
  assert.deepEqual({ ...one, seq: 0 }, { ...other, seq: 0 });
  assert.equal(Math.max(one.p1Score, one.p2Score), 121);
  assert.equal(one.scores[one.winner], 121);
  assert.equal(one.gamePhase, 'gameover');
  jill.watcher.deals.forEach((hand, deal) => {
    const both = new Set([...hand, ...boom.watcher.deals[deal]]);
    assert.equal(both.size, 12, 'no card is dealt twice');
  });
  const verified = await house.get(`/api/tables/${jill.code}/verify`);
  assert.equal(verified.body.good, true, JSON.stringify(verified.body));
}

for (const [name, transports] of Object.entries(TRANSPORTS)) {
  test(`a game of cribbage to 121 by ${name}`, () =>
    withHouse((house) =>
      withPlayers(house, [{ transports }, { transports, nickname: 'Boom' }], async (jill, boom) => {
        const { gameCode, seat } = await jill.create();
        assert.equal(seat, 0);
        assert.match(gameCode, /^[23456789A-HJKMNP-Z]{6}$/);
        assert.equal((await boom.join(gameCode)).seat, 1);
        const ends = await Promise.all([jill.playToTheEnd(), boom.playToTheEnd()]);
        await agree(house, jill, boom, ends);
      }),
    ));
}

test('a player who loses the connection again and again still plays to the end', () =>
  withHouse((house) =>
    withPlayers(house, [{}, { nickname: 'Boom', transports: ['polling'] }], async (jill, boom) => {
      const { gameCode } = await jill.create();
      await boom.join(gameCode);
      const sometimes = async (player) => {
        if (Math.random() < 0.2) await player.reconnect();
      };
      const ends = await Promise.all([jill.playToTheEnd(sometimes), boom.playToTheEnd(sometimes)]);
      await agree(house, jill, boom, ends);
      const fresh = await jill.sync();
      assert.equal(fresh.view.phase, 'gameover');
    }),
  ));

test('who watches sees the whole game and no hand', () =>
  withHouse((house) =>
    withPlayers(house, [{}, { nickname: 'Boom' }, { nickname: 'Eve' }], async (jill, boom, eve) => {
      const { gameCode } = await jill.create();
      eve.code = gameCode;
      await eve.ask('watch_game', { gameCode }, ({ seq }) => {
        eve.seq = seq;
      });
      await boom.join(gameCode);
      await Promise.all([jill.playToTheEnd(), boom.playToTheEnd(), eve.until('game_finished')]);
      const names = new Set(eve.heard.map(({ name }) => name));
      for (const name of ['card_played', 'starter_cut', 'hand_scored', 'crib_scored']) {
        assert.ok(names.has(name), `Eve heard no ${name}`);
      }
      assert.ok(eve.watcher.deals.every((hand) => hand.length === 0), 'Eve was dealt cards');
      await eve.isRefused('table/not_seated', 'play_card', { gameCode, card: 'AH' });
    }),
  ));

for (const seats of [3, 4]) {
  test(`${seats} players play cribbage`, () =>
    withHouse((house) =>
      withPlayers(
        house,
        Array.from({ length: seats }, (_, n) => ({ nickname: `Player ${n}` })),
        async (host, ...others) => {
          const { gameCode } = await host.create({ options: { seats } });
          for (const other of others) await other.join(gameCode);
          const ends = await Promise.all([host, ...others].map((player) => player.playToTheEnd()));
          ends.forEach((end) => assert.equal(end.winner, ends[0].winner));
          assert.ok(ends[0].p3Score !== undefined);
        },
      ),
    ));
}

test('a bot fills a seat, and a rematch follows', () =>
  withHouse((house) =>
    withPlayers(house, [{}], async (jill) => {
      const { gameCode } = await jill.create();
      await jill.get('add_bot', { gameCode });
      await jill.playToTheEnd();
      await jill.get('rematch', { gameCode, entropy: 'ef'.repeat(16) });
      await jill.playToTheEnd();
      const verified = await house.get(`/api/tables/${gameCode}/verify`);
      assert.equal(verified.body.games.length, 2);
      assert.equal(verified.body.good, true);
    }),
  ));

test('after a restart everything is where it was', () =>
  withHouse((house) =>
    withPlayers(house, [{}, { nickname: 'Boom' }], async (jill, boom) => {
      const { gameCode } = await jill.create();
      await boom.join(gameCode);
      for (let n = 0; n < 10; n += 1) for (const player of [jill, boom]) await player.move(anyOf);
      const before = await jill.sync();
      assert.deepEqual(await house.stop('SIGTERM'), { code: 0, by: null });
      await house.start();
      for (const player of [jill, boom]) await player.open();
      const { view } = await jill.sync();
      assert.deepEqual(view, before.view);
      await boom.sync();
      const ends = await Promise.all([jill.playToTheEnd(), boom.playToTheEnd()]);
      await agree(house, jill, boom, ends);
    }),
  ));

test('every game of the house has its options told and can be opened', () =>
  withHouse(async (house) => {
    const { body: games } = await house.get('/api/games');
    assert.ok(games.some(({ key }) => key === 'cribbage'));
    for (const game of games) {
      assert.equal(typeof game.options, 'object');
      await withPlayers(house, [{}], async (host) => {
        await host.create({ game: game.key });
        const { view, players } = await host.sync();
        assert.equal(players.length, 1);
        // A game for one starts at once; any other waits for players and is listed.
        const waits = view.phase === 'waiting';
        assert.ok(waits || game.minSeats === 1, game.key);
        const { tables } = await host.get('list_games', {});
        assert.deepEqual(tables.map(({ gameCode }) => gameCode), waits ? [host.code] : []);
        await host.get('leave_game', { gameCode: host.code });
        await host.isRefused('table/not_found', 'sync', { gameCode: host.code });
      });
    }
  }));
