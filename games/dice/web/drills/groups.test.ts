import { expect, test } from 'vitest';
import { groupsOf, incomplete, nextHand, placed, pointsOf, type Hands } from './groups';

const KNOWN: Hands = { 11: ['PAIR', 22], 333: ['X_OF_A_KIND', 60], 22446: ['ALL_EVEN', 90] };

test('dice in a hand make what the house says, or nothing', () => {
  const groups = groupsOf([1, 1, 3, 3, 3, 5], [0, 0, 1, 1, 1, null], KNOWN);
  expect(groups.map(({ faces, made }) => [faces, made?.[0]])).toEqual([
    ['11', 'PAIR'],
    ['333', 'X_OF_A_KIND'],
  ]);
  expect(pointsOf(groups)).toBe(82);
  expect(groupsOf([1, 5], [0, 0], KNOWN)[0]?.made).toBeNull();
});

test('a hand of even dice takes all that are left', () => {
  const dice = [2, 2, 4, 4, 6, 1];
  const groups = groupsOf(dice, [0, 0, 0, 0, 0, null], KNOWN);
  expect(incomplete(groups, 1)).toBe('ALL_EVEN');
  expect(incomplete(groups, 0)).toBeNull();
});

test('touching a die moves it through the hands, to a new one, and out again', () => {
  expect(nextHand(null, [null, null], 5)).toBe(0);
  expect(nextHand(0, [0, 0], 5)).toBe(1);
  expect(nextHand(1, [1, 0], 5)).toBe(2);
  expect(nextHand(2, [2, 1], 3)).toBeNull();
});

test('the dice of a split are found in the pool', () => {
  expect(placed([1, 1, 1, 3, 5], '11 3')).toEqual([0, 0, null, 1, null]);
  expect(placed([1, 2], '')).toEqual([null, null]);
});
