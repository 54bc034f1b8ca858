import { expect, test } from 'vitest';
import type { GameInfo } from '$shell/protocol/messages';
import { levelsOf, ratingOf, usualLevel } from './open';

const game = {
  bots: [
    { level: 'random', about: '' },
    { level: 'easy', about: '', rating: 1097 },
    { level: 'medium', about: '', rating: 1200 },
  ],
} as unknown as GameInfo;

test('a rating is told in tens, and only where there is one', () => {
  expect(levelsOf(game).map((level) => ratingOf(game, level))).toEqual([undefined, 1100, 1200]);
  expect(ratingOf(game, 'expert')).toBeUndefined();
  expect(ratingOf(undefined, 'easy')).toBeUndefined();
});

test('the level that is offered first is in the middle', () => {
  expect(usualLevel(levelsOf(game))).toBe('medium');
  expect(usualLevel(['random', 'easy'])).toBe('easy');
});
