import { expect, test } from 'vitest';
import type { GameInfo } from '$shell/protocol/messages';
import { againstBots, levelsOf, ratingOf, usualLevel } from './open';

const game = {
  bots: [
    { level: 'random', about: '' },
    { level: 'easy', about: '', rating: 1097 },
    { level: 'medium', about: '', rating: 1200 },
  ],
} as unknown as GameInfo;

test('a rating is rounded to tens, and missing if there is none', () => {
  expect(levelsOf(game).map((level) => ratingOf(game, level))).toEqual([undefined, 1100, 1200]);
  expect(ratingOf(game, 'expert')).toBeUndefined();
  expect(ratingOf(undefined, 'easy')).toBeUndefined();
});

test('the options against bots are the short race for a solo game, and the first preset for any other', () => {
  const presets = [1, 1, 2, 4, 2].map((seats, place) => ({ name: String(place), options: { seats, win_round: place } }));
  expect(againstBots({ ...game, presets } as GameInfo)).toEqual({ seats: 2, win_round: 4 });
  expect(againstBots({ ...game, presets: presets.slice(2) } as GameInfo)).toEqual({ seats: 2, win_round: 2 });
  expect(againstBots({ ...game, presets: presets.slice(0, 2) } as GameInfo)).toBeUndefined();
});

test('the preselected level is the middle one', () => {
  expect(usualLevel(levelsOf(game))).toBe('medium');
  expect(usualLevel(['random', 'easy'])).toBe('easy');
});
