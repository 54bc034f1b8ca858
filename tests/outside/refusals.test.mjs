// Everything that a client should not do: each gets its answer, and nothing happens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { io } from 'socket.io-client';
import { DECK, nameOf } from './cards.mjs';
import { withHouse } from './house.mjs';
import { Player, withPlayers } from './player.mjs';

const TWO = [{}, { nickname: 'Boom' }];

/** Two players at a table whose game has begun. */
async function seated(jill, boom, more) {
  const { gameCode } = await jill.create(more);
  await boom.join(gameCode);
  await jill.until('waiting_for_discard');
  await boom.until('waiting_for_discard');
  return gameCode;
}

/** Both throw their first cards; gives who is to play and who is not. */
async function discarded(jill, boom) {
  for (const player of [jill, boom]) assert.ok(await player.move());
  for (const player of [jill, boom]) await player.until('pegging_started');
  const { view } = await jill.sync();
  return view.currentTurn === jill.uuid ? [jill, boom] : [boom, jill];
}

test('commands that cannot be read', () =>
  withHouse((house) =>
    withPlayers(house, [{}], async (jill) => {
      const { gameCode } = await jill.create();
      for (const payload of [null, 1, 'text', [], [gameCode], {}, { gameCode: 7 }, { gameCode: '' }, { gameCode: null }]) {
        await jill.isRefused('wire/malformed', 'sync', payload);
        await jill.isRefused('wire/malformed', 'play_card', payload);
      }
      for (const command of ['', 'dance', 'session', '__proto__', 'constructor', 'x'.repeat(1000)]) {
        await jill.isRefused('wire/malformed', command, {});
      }
      await jill.isRefused('wire/malformed', 'create_game', { game: 'cribbage' });
      await jill.isRefused('wire/malformed', 'create_game', { nickname: 'Jill' });
      await jill.isRefused('wire/malformed', 'join_game', { gameCode, nickname: 'x'.repeat(100) });
      await jill.isRefused('wire/malformed', 'sync', { gameCode, since: -1 });
      await jill.isRefused('wire/malformed', 'sync', { gameCode, commandId: 'x'.repeat(100) });
      await jill.isRefused('wire/malformed', 'create_game', { game: 'cribbage', nickname: 'Jill', entropy: 'xyz' });
      await jill.isRefused('wire/too_large', 'sync', { gameCode, padding: 'x'.repeat(10_000) });
      await jill.isRefused('wire/malformed', 'sync', { gameCode, bytes: Buffer.from([1, 2, 3]) });
      await jill.isRefused('options/invalid', 'create_game', { game: 'chess', nickname: 'Jill' });
      const { error } = await jill.isRefused('options/invalid', 'create_game', {
        game: 'cribbage',
        nickname: 'Jill',
        options: { seats: 9 },
        table: { clockSeconds: 1 },
      });
      assert.ok(error.faults.length >= 2, JSON.stringify(error));
      assert.ok((await jill.sync()).ok, 'the connection is still good');
    }),
  ));

test('tables that are not there, full, or not yours', () =>
  withHouse((house) =>
    withPlayers(house, [{}, { nickname: 'Boom' }, { nickname: 'Eve' }], async (jill, boom, eve) => {
      await jill.isRefused('table/not_found', 'join_game', { gameCode: 'AAAAAA', nickname: 'Jill' });
      for (const code of ['../../', "';DROP", '000000', 'VHG4S', 'VHG4SCC', '%2e%2e%2']) {
        await jill.isRefused('wire/malformed', 'sync', { gameCode: code });
        assert.ok([400, 404].includes((await house.get(`/api/tables/${encodeURIComponent(code)}/journal`)).status));
      }
      const { gameCode } = await jill.create();
      await jill.isRefused('table/already_seated', 'join_game', { gameCode, nickname: 'Jill' });
      await jill.isRefused('table/already_seated', 'join_game', { gameCode, nickname: 'Jill', seat: 1 });
      await boom.isRefused('table/full', 'join_game', { gameCode, nickname: 'Boom', seat: 0 });
      await boom.isRefused('wire/malformed', 'join_game', { gameCode, nickname: 'Boom', seat: 5 });
      await boom.isRefused('table/not_seated', 'leave_game', { gameCode });
      await boom.isRefused('table/not_host', 'add_bot', { gameCode });
      await boom.isRefused('table/not_host', 'remove_seat', { gameCode, seat: 0 });
      await jill.isRefused('table/not_started', 'play_card', { gameCode, card: 'AH' });
      await jill.isRefused('table/not_started', 'rematch', { gameCode });
      await boom.join(gameCode);
      await eve.isRefused('table/full', 'join_game', { gameCode, nickname: 'Eve' });
      await eve.isRefused('table/not_seated', 'discard_cards', { gameCode, cards: ['AH', '2H'] });
      await eve.isRefused('table/not_seated', 'advise', { gameCode });
      await jill.until('waiting_for_discard');
      await jill.isRefused('rules/illegal', 'advise', { gameCode });
      await jill.isRefused('rules/illegal', 'rematch', { gameCode });
      await jill.isRefused('rules/illegal', 'remove_seat', { gameCode, seat: 1 });
    }),
  ));

test('cards that may not be thrown or played', () =>
  withHouse((house) =>
    withPlayers(house, TWO, async (jill, boom) => {
      const gameCode = await seated(jill, boom);
      const [hand] = jill.watcher.deals;
      const foreign = DECK.map(nameOf).filter((card) => !hand.includes(card));
      await jill.isRefused('rules/illegal', 'discard_cards', { gameCode, cards: foreign.slice(0, 2) }, 'not_in_hand');
      await jill.isRefused('rules/illegal', 'discard_cards', { gameCode, cards: hand.slice(0, 1) });
      await jill.isRefused('rules/illegal', 'discard_cards', { gameCode, cards: hand.slice(0, 3) });
      await jill.isRefused('wire/malformed', 'discard_cards', { gameCode, cards: [hand[0], hand[0]] });
      await jill.isRefused('wire/malformed', 'discard_cards', { gameCode, cards: ['1X', 'ZZ'] });
      await jill.isRefused('wire/malformed', 'discard_cards', { gameCode });
      assert.equal((await jill.ask('play_card', { gameCode, card: hand[0] })).ok, false);
      assert.ok(jill.heard.some(({ name }) => name === 'discard_invalid'));

      const [first, second] = await discarded(jill, boom);
      const own = second.watcher.deals[0];
      await second.isRefused('rules/not_your_turn', 'play_card', { gameCode, card: own[2] });
      const invalid = second.heard.findLast(({ name }) => name === 'play_card_invalid');
      assert.equal(invalid.parts[1], 'rules/not_your_turn');
      const others = DECK.map(nameOf).filter((card) => !first.watcher.deals[0].includes(card));
      await first.isRefused('rules/illegal', 'play_card', { gameCode, card: others[0] }, 'not_in_hand');
      await first.isRefused('wire/malformed', 'play_card', { gameCode, card: { suit: 'cups', rank: 'A' } });
      await first.isRefused('wire/malformed', 'play_card', { gameCode, card: ['AH'] });
      await first.isRefused('wire/malformed', 'place_bid', { gameCode, bid: 30 });
      assert.equal((await first.ask('discard_cards', { gameCode, cards: own.slice(0, 2) })).ok, false);
      assert.equal((await first.ask('claim_count', { gameCode, points: 5 })).ok, false);
      await first.isRefused('table/stale', 'play_card', { gameCode, card: others[0], expectSeq: 1 });
      assert.ok(await first.move(), 'after all that the game goes on');
    }),
  ));

test('a card that would take the count past thirty-one', () =>
  withHouse((house) =>
    withPlayers(house, TWO, async (jill, boom) => {
      const gameCode = await seated(jill, boom);
      for (;;) {
        for (const player of [jill, boom]) {
          const { view, legal } = await player.sync();
          const cards = legal.flatMap((action) => (action.play_card ? [nameOf(action.play_card.card)] : []));
          const stuck = (view.playerHand ?? []).find((card) => !cards.includes(nameOf(card)));
          if (cards.length > 0 && stuck) {
            await player.isRefused('rules/illegal', 'play_card', { gameCode, card: stuck }, 'would_exceed_31');
            return;
          }
          if (player.heard.some(({ name }) => name === 'game_finished')) return;
          await player.move((legal) => legal.at(-1));
        }
      }
    }),
  ));

test('a command that is sent twice is done once', () =>
  withHouse((house) =>
    withPlayers(house, TWO, async (jill, boom) => {
      const created = await jill.create({ commandId: 'create-1' });
      const again = await jill.get('create_game', { game: 'cribbage', nickname: 'Jill', commandId: 'create-1' });
      assert.equal(again.gameCode, created.gameCode);
      const { gameCode } = created;
      const join = { gameCode, nickname: 'Boom', commandId: 'join-1' };
      boom.code = gameCode;
      assert.deepEqual(await boom.get('join_game', join), await boom.get('join_game', join));
      await jill.until('waiting_for_discard');
      const cards = jill.watcher.deals[0].slice(0, 2);
      const both = await Promise.all(
        [1, 2, 3].map(() => jill.get('discard_cards', { gameCode, cards, commandId: 'throw-1' })),
      );
      assert.deepEqual(both[1], both[0]);
      assert.deepEqual(both[2], both[0]);
      await jill.sync();
      assert.equal(jill.heard.filter(({ name }) => name === 'cards_discarded').length, 1);
      await jill.isRefused('rules/not_your_turn', 'discard_cards', { gameCode, cards });
    }),
  ));

test('nobody can be somebody else', () =>
  withHouse((house) =>
    withPlayers(house, TWO, async (jill, boom) => {
      const gameCode = await seated(jill, boom);
      const cards = jill.watcher.deals[0].slice(0, 2);
      await boom.isRefused('rules/illegal', 'discard_cards', { gameCode, cards, playerUuid: jill.uuid }, 'not_in_hand');
      for (const token of [jill.uuid, `${boom.token.slice(0, -1)}!`, '0'.repeat(64), 'x'.repeat(5000), '', "' OR 1=1 --"]) {
        assert.match(await Player.shutOut(house, token), /^token\/unknown: this house does not know your token/);
      }
      const given = await jill.ask('new_token', {});
      const again = await Player.connect(house, { token: given.token });
      assert.equal(again.uuid, jill.uuid);
      again.leave();
      assert.match(await Player.shutOut(house, jill.token), /^token\/revoked: /);
    }),
  ));

test('tricks in nicknames do nothing', () =>
  withHouse((house) =>
    withPlayers(house, [{}], async (jill) => {
      for (const nickname of ["Robert'); DROP TABLE--", '<script>alert(1)', '../../etc/passwd', '{{7*7}}', '🂡'.repeat(20)]) {
        await withPlayers(house, [{ nickname }], async (player) => {
          await player.create();
          const { players } = await player.sync();
          assert.equal(players[0].nickname, nickname);
        });
      }
      for (const nickname of ['', '   ', 'a\nb', 'x'.repeat(25), '\u202Egnip', 7, null]) {
        await jill.isRefused('wire/malformed', 'create_game', { game: 'cribbage', nickname });
      }
    }),
  ));

test('auth that is no object with a token is refused', () =>
  withHouse(async (house) => {
    for (const auth of [['a token'], [], { token: 7 }, { token: ['a token'] }]) {
      const message = await Player.shutOutWith(house, auth);
      assert.match(message, /^wire\/malformed: /, JSON.stringify(auth));
    }
  }));

test('a foreign namespace is refused', () =>
  withHouse(async (house) => {
    const socket = io(`${house.url}/elsewhere`, { transports: ['websocket'], forceNew: true, reconnection: false });
    const message = await new Promise((resolve, reject) => {
      socket.on('connect', () => reject(new Error('let in')));
      socket.on('connect_error', (error) => resolve(error.message));
    });
    assert.equal(message, 'Invalid namespace');
    socket.disconnect();
  }));

test('pages of other houses are kept out', () =>
  withHouse(async (house) => {
    const extraHeaders = { Origin: 'https://elsewhere.example' };
    for (const transports of [['websocket'], ['polling']]) {
      const socket = io(house.url, { transports, extraHeaders, forceNew: true, reconnection: false });
      await new Promise((resolve, reject) => {
        socket.on('connect', () => reject(new Error('a foreign page was let in')));
        socket.on('connect_error', resolve);
      });
      socket.disconnect();
    }
    const answer = await fetch(`${house.url}/api/games`, { headers: extraHeaders });
    assert.equal(answer.status, 403);
  }));

test('who asks too often is refused, and who does not stop is sent away', () =>
  withHouse(
    (house) =>
      withPlayers(house, [{}], async (jill) => {
        const answers = await Promise.all(Array.from({ length: 30 }, () => jill.ask('list_games', {})));
        assert.ok(answers.some(({ ok, error }) => !ok && error.code === 'wire/rate_limited'));
        assert.ok(answers.some(({ ok }) => ok));
        const gone = new Promise((resolve) => jill.socket.on('disconnect', resolve));
        for (let n = 0; n < 10_000; n += 1) jill.socket.emit('list_games', {});
        await gone;
      }),
    ['--socket-rate', '5', '--address-rate', '0', '--connection-rate', '0'],
  ));
