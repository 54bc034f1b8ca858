import { expect, test } from 'vitest';
import { momentIndex } from './replay';

test('a moment is found by the last message before it', () => {
  const moments = [4, 5, 9].map((seq) => ({ seq, told: [] }));
  expect([0, 4, 5, 8, 9, 100].map((seq) => momentIndex(moments, seq))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(momentIndex([], 3)).toBe(0);
});
