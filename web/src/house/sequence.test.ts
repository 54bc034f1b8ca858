import { expect, test } from 'vitest';
import { Sequence } from './sequence';

test('before the first answer of the house every message is a gap', () => {
  expect(new Sequence().judge(1)).toBe('gap');
});

test('messages are new one after the other, known again, and missing beyond the next', () => {
  const sequence = new Sequence();
  sequence.advance(7);
  expect(sequence.judge(8)).toBe('new');
  expect(sequence.judge(7)).toBe('known');
  expect(sequence.judge(1)).toBe('known');
  expect(sequence.judge(9)).toBe('gap');
  sequence.advance(200);
  expect(sequence.judge(3)).toBe('restarted');
  sequence.forget();
  expect(sequence.last).toBeNull();
});
