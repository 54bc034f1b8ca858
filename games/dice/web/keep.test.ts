import { expect, test } from 'vitest';
import { keptOf, NOTHING_SAID, stillSaid, throwsOf, touched } from './keep';
import type { PoolDie } from './wire';

const die = (index: number, hand: number | null, throws = 1) => ({ index, hand, throws }) as PoolDie;
const pool = [die(0, 0), die(1, 0), die(2, null), die(3, null)];
const start = stillSaid(NOTHING_SAID, 1, throwsOf(pool));

test('scoring dice are kept automatically', () => {
  expect(keptOf(pool, start)).toEqual([0, 1]);
});

test('a touch releases a kept die, and keeps another one', () => {
  const said = touched(pool, touched(pool, start, 1), 3);
  expect(keptOf(pool, said)).toEqual([0, 3]);
  expect(keptOf(pool, touched(pool, said, 1))).toEqual([0, 1, 3]);
});

test('a die kept by hand stays kept after a throw, and a released one is decided anew', () => {
  const said = touched(pool, touched(pool, start, 1), 3);
  const thrown = [die(0, 0), die(1, 1, 2), die(2, null, 2), die(3, null)];
  const later = stillSaid(said, 1, throwsOf(thrown));
  expect(keptOf(thrown, later)).toEqual([0, 1, 3]);
});

test('a new round begins without choices', () => {
  const said = touched(pool, start, 3);
  expect(stillSaid(said, 2, throwsOf(pool))).toMatchObject({ round: 2, kept: [], freed: [] });
});
