import { expect, test } from 'vitest';
import { parts, rowsOf, working } from './working';

const FULL_HOUSE = 'Full House: (22 + 9) × 1.80 + (12 + 4) × 1.60 + 60 = 140';

test('the English name of a line is removed', () => {
  expect(working(FULL_HOUSE)).toBe('(22 + 9) × 1.80 + (12 + 4) × 1.60 + 60 = 140');
});

test('the parts of a hand are its chips and its multipliers', () => {
  expect(parts('Pair: (12 + 8) × 1.60 = 32')).toEqual([{ chips: 20, mult: 160 }]);
  expect(parts(FULL_HOUSE)).toEqual([
    { chips: 31, mult: 180 },
    { chips: 16, mult: 160 },
    { chips: 60, mult: null },
  ]);
  expect(parts('bonus: 5 more')).toEqual([]);
});

test('a line of many parts may need two rows', () => {
  expect(rowsOf([{ description: FULL_HOUSE }, { description: 'Pair: (12 + 8) × 1.60 = 32' }, { description: 'bonus: 5 more' }])).toBe(4);
});
