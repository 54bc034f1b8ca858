import { expect, test } from 'vitest';
import { Sequence } from './sequence';

/** A sequence that has heard everything up to this number. */
function after(seq: number): Sequence {
  const sequence = new Sequence();
  sequence.advance(seq);
  return sequence;
}

test('before the first answer of the house every message and every state is a gap', () => {
  expect(new Sequence().judge(1)).toBe('gap');
  expect(new Sequence().judgeState(1)).toBe('gap');
});

test('messages are new one after the other, known again, and missing beyond the next', () => {
  const sequence = after(7);
  expect(sequence.judge(8)).toBe('new');
  expect(sequence.judge(7)).toBe('known');
  expect(sequence.judge(1)).toBe('known');
  expect(sequence.judge(9)).toBe('gap');
  sequence.advance(200);
  expect(sequence.judge(3)).toBe('restarted');
  sequence.forget();
  expect(sequence.last).toBeNull();
});

test('a state belongs to the last message, or comes late, or shows that a message is missing', () => {
  const sequence = after(7);
  expect(sequence.judgeState(7)).toBe('current');
  expect(sequence.judgeState(6)).toBe('late');
  expect(sequence.judgeState(8)).toBe('gap');
});

test('something is lacking until what was met beyond the last message is heard', () => {
  const sequence = after(7);
  sequence.judge(8);
  expect(sequence.lacks, 'the next one is no gap').toBe(false);
  sequence.judge(11);
  sequence.judgeState(12);
  sequence.advance(11);
  expect(sequence.lacks).toBe(true);
  sequence.advance(12);
  expect(sequence.lacks).toBe(false);
});

test('what is given up is missed again by the next message', () => {
  const sequence = after(7);
  sequence.judge(9);
  sequence.giveUp();
  expect(sequence.lacks).toBe(false);
  expect(sequence.judge(10)).toBe('gap');
  expect(sequence.lacks).toBe(true);
});
