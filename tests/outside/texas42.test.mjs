// Texas 42 as strangers play it: by its own commands, and with closed hands.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DominoWatcher } from './dominoes.mjs';
import { withHouse } from './house.mjs';
import { withPlayers } from './player.mjs';

const FAMILY = { forced_bid: 30, nello: true, plunge: true, splash: true, sevens: true };
const watch = DominoWatcher;

/** Checks a hand that was scored. */
function checkHands(player, target) {
  const hands = player.heard.filter(({ name }) => name === 'hand_scored').map(({ payload }) => payload);
  hands.forEach((hand, n) => {
    assert.equal(hand.history.length, n + 1, 'every hand is kept');
    const marks = [hand.biddingTeamMarks, hand.opposingTeamMarks];
    assert.equal(Math.min(...marks), 0, 'one side scores');
    assert.equal(hand.bidMade, marks[0] > 0);
    assert.equal(hand.p1Score, hand.p3Score, 'partners share a score');
    assert.equal(hand.p2Score, hand.totals.eastWest);
    assert.equal(hand.strokes.northSouth.length, hand.totals.northSouth);
    assert.ok(hand.breakdown.every(({ type, description }) => type && description));
  });
  const { totals } = hands.at(-1);
  assert.equal(Math.max(totals.northSouth, totals.eastWest), target);
  return hands;
}

test('one person and three bots play Texas 42 to seven marks, while somebody watches', () =>
  withHouse((house) =>
    withPlayers(house, [{ watch }, { nickname: 'Eve', watch }], async (jill, eve) => {
      const { gameCode } = await jill.create({ game: 'texas42', options: FAMILY });
      eve.code = gameCode;
      await eve.ask('watch_game', { gameCode }, ({ seq }) => {
        eve.seq = seq;
      });
      for (let n = 0; n < 3; n += 1) await jill.get('add_bot', { gameCode });
      const ends = await Promise.all([jill.playToTheEnd(), eve.until('game_finished')]);
      assert.equal(ends[0].winningTeam, ends[1].winningTeam);
      const hands = checkHands(jill, 7);
      assert.equal(ends[0].history.length, hands.length);
      assert.ok(eve.watcher.deals.every((hand) => hand.length === 0), 'Eve was dealt dominoes');
      assert.ok(jill.watcher.deals.every((hand) => hand.length === 7));
      // Each deal names seven, and whatever is played is named again.
      assert.ok(jill.watcher.told > 7 * jill.watcher.deals.length, 'the payloads are looked through');
      const { view, legal } = await jill.sync();
      assert.deepEqual([view.phase, legal], ['gameover', []]);
      const verified = await house.get(`/api/tables/${gameCode}/verify`);
      assert.equal(verified.body.good, true, JSON.stringify(verified.body));
    }),
  ));

test('four people play Texas 42 by its commands, and every refusal says why', () =>
  withHouse((house) =>
    withPlayers(
      house,
      ['Ann', 'Bob', 'Cat', 'Dan'].map((nickname) => ({ nickname, watch })),
      async (...people) => {
        const { gameCode } = await people[0].create({ game: 'texas42', options: { target: 1 } });
        for (const other of people.slice(1)) await other.join(gameCode);
        const refused = new Set();
        const ends = await Promise.all(
          people.map((player) => player.playToTheEnd(async () => tryTheForbidden(player, refused))),
        );
        ends.forEach((end) => assert.equal(end.winner, ends[0].winner));
        checkHands(people[0], 1);
        assert.ok(refused.has('bid_too_low'), [...refused].join());
        people[0].watcher.deals.forEach((_, deal) => {
          const all = people.flatMap(({ watcher }) => watcher.deals[deal]);
          assert.equal(new Set(all).size, 28, 'every domino is dealt once');
        });
      },
    ),
  ));

/** Tries what a view says is forbidden: the ack and the event say the same. */
async function tryTheForbidden(player, refused) {
  const { view } = await player.sync();
  const { code: gameCode } = player;
  const before = player.heard.length;
  if (view.phase === 'bidding' && view.currentTurn === player.uuid) {
    const { error } = await player.isRefused('rules/illegal', 'place_bid', { gameCode, bid: 29 }, 'bid_too_low');
    await player.until('bid_invalid', before);
    refused.add(error.reason);
  }
  for (const { domino, reason, message } of view.unplayable ?? []) {
    const { error } = await player.isRefused('rules/illegal', 'play_domino', { gameCode, domino }, reason);
    assert.equal(error.message, message);
    await player.until('play_domino_invalid', before);
    refused.add(reason);
  }
}

test('what is no bid, no trump and no domino is refused', () =>
  withHouse((house) =>
    withPlayers(house, [{ watch }], async (jill) => {
      const { gameCode } = await jill.create({ game: 'texas42' });
      for (let n = 0; n < 3; n += 1) await jill.get('add_bot', { gameCode });
      await jill.until('waiting_for_bid');
      for (const [command, fields] of [
        ['place_bid', {}],
        ['place_bid', { bid: { marks: 1, plunge: 4 } }],
        ['name_trump', { trump: 'hearts' }],
        ['play_domino', { domino: '7-1' }],
        ['discard_cards', { cards: ['5H'] }],
      ]) {
        await jill.isRefused('wire/malformed', command, { gameCode, ...fields });
      }
    }),
  ));
