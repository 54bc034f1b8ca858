import { expect, test } from 'vitest';
import { placeOf } from './replay';

test('a moment is found by the last message before it', () => {
  const moments = [4, 5, 9].map((seq) => ({ seq, told: [] }));
  expect([0, 4, 5, 8, 9, 100].map((seq) => placeOf(moments, seq))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(placeOf([], 3)).toBe(0);
});
