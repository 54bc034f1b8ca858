import { expect, test } from 'vitest';
import { sides } from './chairs';

test('partners share a side, and all others are alone, whatever was typed for the number of players', () => {
  expect(sides({ seats: 2 })).toEqual([[0], [1]]);
  expect(sides({ seats: 4 })).toEqual([[0, 2], [1, 3]]);
  expect(sides({ seats: 4, alone: true })).toEqual([[0], [1], [2], [3]]);
  expect(sides({ seats: null })).toEqual([]);
  expect(sides({ seats: 1e9 }).length).toBe(8);
});
