import { expect, test } from 'vitest';
import { layOut, letterOf, readPool } from './lay_out';

test('every die of a hand has a place, and no die is in two hands', () => {
  const hands = [
    { type: 'FULL_HOUSE' as const, dice: [3, 3, 3, 2, 2], points: 140 },
    { type: 'PAIR' as const, dice: [5, 5], points: 35 },
  ];
  expect(layOut([2, 3, 5, 3, 2, 3, 5, 1], hands)).toEqual([0, 0, 1, 0, 0, 0, 1, null]);
  expect(layOut([1], [])).toEqual([null]);
});

test('pools are read in every notation', () => {
  expect(readPool('1112235')).toEqual([1, 1, 1, 2, 2, 3, 5]);
  expect(readPool(' 6, 6 1')).toEqual([6, 6, 1]);
  expect(readPool('')).toEqual([]);
  for (const text of ['7', 'x', '1'.repeat(121)]) expect(readPool(text)).toBeNull();
});

test('letters continue after Z', () => {
  expect([0, 25, 26].map(letterOf)).toEqual(['A', 'Z', 'a']);
});
