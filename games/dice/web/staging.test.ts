import { expect, test } from 'vitest';
import { after, freshDie, holds, moves } from './staging';
import type { PoolDie, Run, View } from './wire';

const told = (event: string, payload: object) => ({ seq: 1, event, payload });
const die = (index: number, face: number) => ({ index, face, countsAs: face, throws: 1, kind: 'normal', playsAs: 'normal', hand: 0 }) as unknown as PoolDie;
const view = { round: 1, target: 40, boss: null, run: { playerUuid: 'ann', stage: 'choosing', money: 3, pool: [die(0, 6), die(1, 2)] } } as unknown as View;

test('a thrown die shows its face, and the others stay as they are', () => {
  const { run } = after(view, told('dice_rerolled', { playerUuid: 'ann', dice: [{ die: 1, face: 5, broke: false, saved: false }] }));
  expect(run?.pool.map(({ face, throws }) => [face, throws])).toEqual([[6, 1], [5, 2]]);
});

test('another player’s events do not change the viewer’s own run', () => {
  expect(after(view, told('paid', { playerUuid: 'bob', total: 9 }))).toBe(view);
  expect(after(view, told('paid', { playerUuid: 'ann', total: 9 })).run?.money).toBe(12);
});

test('a bought die flies from the counter to its place in the pool, and nothing else does', () => {
  const run = { playerUuid: 'ann', pool: [die(0, 6), die(1, 2)], shop: { offers: [{ id: 4, kind: 'die' }, { id: 5, kind: 'extra_die' }, { id: 6, kind: 'item' }] } } as unknown as Run;
  const bought = (playerUuid: string, offer: number, replace: number | null) => told('bought', { playerUuid, offer, replace, price: 3 });
  expect(moves(bought('ann', 4, 0))).toEqual([{ piece: 'bought-4', from: 'offer-4' }]);
  expect(freshDie(run, bought('ann', 4, 0))).toEqual({ offer: 4, index: 0 });
  expect(freshDie(run, bought('ann', 5, null))).toEqual({ offer: 5, index: 1 });
  expect(freshDie(run, bought('ann', 6, null))).toBeNull();
  expect(freshDie(run, bought('bob', 4, 0))).toBeNull();
  expect(freshDie(run, told('shop_opened', { playerUuid: 'ann' }))).toBeNull();
  expect(moves(told('dice_rolled', {}))).toEqual([]);
});

test('the page waits at the pay, at a failed score and at a boss', () => {
  expect(holds(told('paid', {}))).toBe(true);
  expect(holds(told('dice_scored', { passed: true }))).toBe(false);
  expect(holds(told('dice_scored', { passed: false }))).toBe(true);
  expect(holds(told('round_started', { boss: { name: 'miser' } }))).toBe(true);
  expect(holds(told('round_started', { boss: null }))).toBe(false);
});
