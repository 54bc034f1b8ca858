import { expect, test } from 'vitest';
import { MOST_KEPT, nameOf, nextPlace, nothing, read, shares, standingAfter, type Standing } from './progress';

const given = (cost: number, kind?: string) => ({ cost, answer: 'a', best: 'b', ...(kind === undefined ? {} : { kind }) });

/** The standing after a right or a wrong answer to the question with this name. */
const answer = (standing: Standing, name: string, right: boolean) => standingAfter(standing, name, given(right ? 0 : 5), right, null);

test('equal questions have the same name', () => {
  expect(nameOf({ hand: '5H' })).toBe(nameOf({ hand: '5H' }));
  expect(nameOf({ hand: '5H' })).not.toBe(nameOf({ hand: '5C' }));
});

test('streaks grow with right answers and end with a wrong one', () => {
  let standing = nothing();
  for (const right of [true, true, false, true]) standing = answer(standing, 'x', right);
  expect(standing).toMatchObject({ answered: 4, right: 3, streak: 1, longest: 2, cost: 5 });
});

test('a wrongly answered question comes again after three others, not at once', () => {
  const names = Array.from({ length: 20 }, (_, place) => `q${place}`);
  let standing = answer(nothing(), 'q0', false);
  let last = 'q0';
  const asked: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    last = names[nextPlace(names, standing, last, () => 0)] ?? '';
    asked.push(last);
    standing = answer(standing, last, true);
  }
  expect(asked).toEqual(['q1', 'q2', 'q3', 'q0', 'q4']);
});

test('each right answer moves a question to the next box until it is known', () => {
  let standing = answer(nothing(), 'x', false);
  const boxes: (number | undefined)[] = [];
  for (let n = 0; n < 5; n += 1) {
    standing = answer(standing, 'x', true);
    boxes.push(standing.boxes.x?.[0]);
  }
  expect(boxes).toEqual([1, 2, 3, 4, undefined]);
});

test('when no question is new and none is due, the one with the earliest due time comes', () => {
  let standing = answer(nothing(), 'a', true);
  standing = answer(standing, 'b', true);
  expect(nextPlace(['b', 'a'], standing, 'b', () => 0.99)).toBe(1);
  expect(nextPlace(['a'], standing, 'a', () => 0)).toBe(0);
});

test('the number of remembered questions is bounded, and the best known are forgotten first', () => {
  let standing = answer(nothing(), 'wrong', false);
  for (let n = 0; n < 2 * MOST_KEPT; n += 1) standing = answer(standing, `right${n}`, true);
  expect(Object.keys(standing.boxes).length).toBe(MOST_KEPT);
  expect(standing.boxes.wrong).toEqual([0, 4]);
  expect(JSON.stringify(standing).length).toBeLessThan(10_000);
});

test('shares are listed from the lowest, and only for kinds with enough samples', () => {
  let standing = nothing();
  standing = standingAfter(standing, 'x', { ...given(0), seen: { fifteens: [4, 4], runs: [3, 6], nobs: [0, 1] } }, true, 12);
  standing = standingAfter(standing, 'y', given(3, 'pairs'), false, null);
  expect(shares(standing.seen)).toEqual([
    { kind: 'runs', share: 0.5, of: 6 },
    { kind: 'fifteens', share: 1, of: 4 },
  ]);
  expect(standing.seen.pairs).toEqual([0, 1]);
  expect(standing).toMatchObject({ timed: 1, seconds: 12 });
});

test('stored progress is read, and damaged entries are left out', () => {
  const standing = answer(nothing(), 'x', false);
  expect(read(JSON.stringify({ 'cribbage/count': standing, other: { answered: 'many' } }))).toEqual({ 'cribbage/count': standing });
  for (const damaged of [null, '', '{', '7', 'null', '[]']) expect(read(damaged)).toEqual({});
});
