// Dice as strangers play them: alone through a shop, and in a race with closed cups.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHouse } from './house.mjs';
import { anyOf, withPlayers } from './player.mjs';

/** Nothing to hide alone; a race is looked through below. */
class Nothing {
  event() {}

  look() {}
}

const watch = Nothing;
const STEPS = ['dice_rolled', 'dice_picked', 'dice_rerolled', 'dice_scored', 'paid', 'shop_opened', 'bought', 'shop_left'];

/** Throws low dice again while that can help, else scores; buys what is free, and goes. */
function sensibly(commands, { legal, view: { run } }) {
  if (legal.reroll && !run.preview.passes) {
    const loose = run.pool.filter(({ hand, locked }) => hand === null && !locked).map(({ index }) => index);
    return ['reroll', { dice: loose.length > 0 ? loose : legal.reroll.dice }];
  }
  const free = (legal.buy ?? []).find(({ offer }) => run.shop.offers[offer].price === 0);
  if (free) return ['buy', free];
  return commands.find(([command]) => ['score_dice', 'leave_shop'].includes(command)) ?? anyOf(commands);
}

test('a run alone through two shops, by the commands of dice', () =>
  withHouse((house) =>
    withPlayers(house, [{ watch }], async (jill) => {
      const options = { first_target: 1, win_round: 2, cash: 20 };
      const { gameCode } = await jill.create({ game: 'dice', options });
      let stopped = false;
      const end = await jill.playToTheEnd(undefined, (commands, sync) => {
        const stop = commands.find(([command]) => command === 'stop_run');
        stopped ||= Boolean(stop);
        return stop ?? sensibly(commands, sync);
      });
      assert.ok(stopped, 'a won run is stopped');
      assert.deepEqual(end.winners, [jill.uuid]);
      const names = new Set(jill.heard.map(({ name }) => name));
      for (const name of ['round_started', 'dice_scored', 'paid', 'shop_opened', 'bought', 'run_stopped']) {
        assert.ok(names.has(name), `there was no ${name}`);
      }
      for (const { name, payload } of jill.heard) {
        if (name !== 'dice_scored') continue;
        const parts = [...payload.hands, ...payload.layers].map(({ points }) => points);
        assert.equal(parts.reduce((sum, points) => sum + points, 0), payload.total);
        assert.equal(payload.passed, payload.total >= payload.target);
      }
      const verified = await house.get(`/api/tables/${gameCode}/verify`);
      assert.equal(verified.body.good, true, JSON.stringify(verified.body));
    }),
  ));

test('in a race nobody hears what another does before the round has ended', () =>
  withHouse((house) =>
    withPlayers(house, [{ watch }, { nickname: 'Boom', watch }, { nickname: 'Eve', watch }], async (jill, boom, eve) => {
      const options = { seats: 2, win_round: 3 };
      const { gameCode } = await jill.create({ game: 'dice', options });
      eve.code = gameCode;
      await eve.ask('watch_game', { gameCode }, ({ seq }) => {
        eve.seq = seq;
      });
      await boom.join(gameCode);
      const [one, other] = await Promise.all([
        jill.playToTheEnd(undefined, sensibly),
        boom.playToTheEnd(undefined, sensibly),
        eve.until('game_finished'),
      ]);
      for (const player of [jill, boom]) {
        const steps = player.heard.filter(({ name }) => STEPS.includes(name));
        assert.ok(steps.length > 3);
        assert.ok(steps.every(({ payload }) => payload.playerUuid === player.uuid), 'a step of somebody else');
        const others = player.heard.filter(({ payload }) => payload?.playerUuid && payload.playerUuid !== player.uuid);
        const public_ = new Set(['player_joined', 'opponent_joined', 'reroll_used', 'round_finished']);
        assert.ok(others.every(({ name }) => public_.has(name)), 'something else about a rival');
      }
      assert.ok(eve.heard.every(({ name }) => !STEPS.includes(name)), 'Eve saw a step');
      assert.deepEqual({ ...one, seq: 0 }, { ...other, seq: 0 });
      assert.equal(one.p2Score, one.totals[boom.uuid]);
      const { view } = await eve.sync();
      assert.deepEqual([view.phase, view.run], ['gameover', null]);
      await jill.isRefused('table/over', 'score_dice', { gameCode });
    }),
  ));

test('what dice cannot do is refused with a reason', () =>
  withHouse((house) =>
    withPlayers(house, [{ watch }], async (jill) => {
      const { gameCode } = await jill.create({ game: 'dice' });
      await jill.until('dice_rolled');
      for (const [command, fields, reason] of [
        ['reroll', { dice: [] }, 'no_dice_picked'],
        ['reroll', { dice: [9] }, 'no_such_die'],
        ['reroll', { dice: [1, 1] }, 'picked_twice'],
        ['set_wild', { die: 0, face: 6 }, 'not_wild'],
        ['leave_shop', {}, 'not_now'],
        ['stop_run', {}, 'not_won'],
      ]) {
        await jill.isRefused('rules/illegal', command, { gameCode, ...fields }, reason);
      }
      await jill.isRefused('wire/malformed', 'set_wild', { gameCode, die: 0, face: 7 });
      await jill.isRefused('wire/malformed', 'reroll', { gameCode, dice: 'all' });
    }),
  ));
