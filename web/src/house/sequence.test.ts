import { expect, test } from 'vitest';
import { Sequence } from './sequence';

/** A sequence that has received everything up to this number. */
function after(seq: number): Sequence {
  const sequence = new Sequence();
  sequence.advance(seq);
  return sequence;
}

test('before the first answer of the house every message and every state is a gap', () => {
  expect(new Sequence().judge(1)).toBe('gap');
  expect(new Sequence().judgeState(1)).toBe('gap');
});

test('the next message is new, an earlier one is known, and a later one shows a gap', () => {
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

test('a state belongs to the last message, is late, or shows a gap', () => {
  const sequence = after(7);
  expect(sequence.judgeState(7)).toBe('current');
  expect(sequence.judgeState(6)).toBe('late');
  expect(sequence.judgeState(8)).toBe('gap');
});

test('something is missing until the highest number met has been received', () => {
  const sequence = after(7);
  sequence.judge(8);
  expect(sequence.lacks, 'the next message is no gap').toBe(false);
  sequence.judge(11);
  sequence.judgeState(12);
  sequence.advance(11);
  expect(sequence.lacks).toBe(true);
  sequence.advance(12);
  expect(sequence.lacks).toBe(false);
});

test('after giving up, the next message shows the gap again', () => {
  const sequence = after(7);
  sequence.judge(9);
  sequence.giveUp();
  expect(sequence.lacks).toBe(false);
  expect(sequence.judge(10)).toBe('gap');
  expect(sequence.lacks).toBe(true);
});
