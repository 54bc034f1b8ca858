import { expect, test } from 'vitest';
import { sides } from './chairs';

test('partners share a side, and all others are alone, for any number that was typed', () => {
  expect(sides({ seats: 2 })).toEqual([[0], [1]]);
  expect(sides({ seats: 4 })).toEqual([[0, 2], [1, 3]]);
  expect(sides({ seats: 4, alone: true })).toEqual([[0], [1], [2], [3]]);
  expect(sides({ seats: null })).toEqual([]);
  expect(sides({ seats: 1e9 }).length).toBe(8);
});
