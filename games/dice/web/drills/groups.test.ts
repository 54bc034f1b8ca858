import { expect, test } from 'vitest';
import { groupsOf, nextHand, placed, pointsOf, type Hands } from './groups';

const KNOWN: Hands = {
  11: [['PAIR', 22]],
  333: [['X_OF_A_KIND', 60]],
  22446: [['ALL_EVEN', 90]],
  22666: [
    ['ALL_EVEN', 180],
    ['FULL_HOUSE', 140],
  ],
};

test('dice in a hand make a hand of the house, or nothing', () => {
  const groups = groupsOf([1, 1, 3, 3, 3, 5], [0, 0, 1, 1, 1, null], KNOWN);
  expect(groups.map(({ faces, made }) => [faces, made?.[0]])).toEqual([
    ['11', 'PAIR'],
    ['333', 'X_OF_A_KIND'],
  ]);
  expect(pointsOf(groups)).toBe(82);
  expect(groupsOf([1, 5], [0, 0], KNOWN)[0]?.made).toBeNull();
});

test('a hand of even dice needs all remaining dice', () => {
  const [group] = groupsOf([2, 2, 4, 4, 6, 1], [0, 0, 0, 0, 0, null], KNOWN);
  expect([group?.made, group?.lacks]).toEqual([null, 'ALL_EVEN']);
  expect(groupsOf([2, 2, 4, 4, 6], [0, 0, 0, 0, 0], KNOWN)[0]?.made).toEqual(['ALL_EVEN', 90]);
  expect(groupsOf([2, 2, 6, 6, 6, 1], [0, 0, 0, 0, 0, null], KNOWN)[0]?.made).toEqual(['FULL_HOUSE', 140]);
});

test('a touched die moves through the hands, to a new one, and out again', () => {
  expect(nextHand(null, [null, null], 5)).toBe(0);
  expect(nextHand(0, [0, 0], 5)).toBe(1);
  expect(nextHand(1, [1, 0], 5)).toBe(2);
  expect(nextHand(2, [2, 1], 3)).toBeNull();
});

test('the dice of a split are placed in the pool', () => {
  expect(placed([1, 1, 1, 3, 5], '11 3')).toEqual([0, 0, null, 1, null]);
  expect(placed([1, 2], '')).toEqual([null, null]);
});
