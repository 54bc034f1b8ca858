import { expect, test } from 'vitest';
import type { Decision, Review } from '$shell/protocol/messages';
import { chapters, courseOf } from './course';

const hint = (chance: number) => ({ command: {}, chance, parts: [], reason: '' });
const decision = (seat: number, seq: number, best: number, did: number): Decision =>
  ({ input: seq, seq, seat, best: hint(best), did: hint(did), cost: best - did, turnedOut: 0 });

const review: Review = {
  game: 'cribbage',
  costliest: [],
  shortened: false,
  seats: [{ start: 0.5, result: 1, luck: 0.6, skill: -0.1 }, { start: 0.5, result: 0, luck: -0.5, skill: 0 }],
  decisions: [decision(0, 3, 0.5, 0.4), decision(1, 4, 0.6, 0.6), decision(0, 9, 0.7, 0.7)],
};

test('luck and skill together lead from the start to the result', () => {
  const course = courseOf(review, 0);
  expect(course.map(({ before }) => before)).toEqual([0.5, 0.7, 1]);
  const last = course.at(-1);
  expect(last?.skill).toBeCloseTo(-0.1);
  expect(last?.luck).toBeCloseTo(0.6);
  expect(0.5 + (last?.luck ?? 0) + (last?.skill ?? 0)).toBeCloseTo(1);
});

test('deals are marked at the first decision after them', () => {
  const told = (seq: number, event: string) => ({ seq, told: [{ seat: 0, event, payload: {}, view: null }] });
  const moments = [told(2, 'cards_dealt'), told(4, 'card_played'), told(8, 'cards_dealt'), told(20, 'cards_dealt')];
  expect(chapters(courseOf(review, 0), moments, (event) => event === 'cards_dealt')).toEqual([0, 1]);
});
