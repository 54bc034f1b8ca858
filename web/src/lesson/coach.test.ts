import { expect, test } from 'vitest';
import { Coach } from './coach.svelte';
import type { AnyMoment, AnyStep } from './lesson';

const PLAY = { command: 'play_card', fields: { card: '5H' } };
const OTHER = { command: 'play_card', fields: { card: '4H' } };

const STEPS: AnyStep[] = [
  { key: 'look', at: ({ scene }) => scene.view.turn === 1 },
  { key: 'play', at: ({ scene }) => scene.view.turn === 1, moves: [PLAY] },
  { key: 'end', at: ({ scene }) => scene.view.turn === 2 },
];

function lesson() {
  const view = { turn: 1 };
  const coach = new Coach(STEPS, () => ({ scene: { view }, held: null }) as unknown as AnyMoment);
  return { view, coach };
}

test('a coach explains, then asks for a move, and goes on when the house has accepted it', async () => {
  const { view, coach } = lesson();
  expect(coach.step?.key).toBe('look');
  coach.next();
  expect(coach.step?.key).toBe('play');
  expect(coach.minds(OTHER)).toBe(true);
  expect(await coach.make(PLAY, async () => 'no')).toBe('no');
  expect(coach.step?.key, 'after a refusal the coach asks for the move again').toBe('play');
  expect(await coach.make(PLAY, async () => null)).toBe(null);
  expect(coach.step, 'no step is due while others play').toBe(null);
  view.turn = 2;
  expect(coach.step?.key).toBe('end');
});

test('a learner who skips the lesson plays freely', () => {
  const { coach } = lesson();
  coach.skipped = true;
  expect(coach.step).toBe(null);
  expect(coach.minds(OTHER)).toBe(false);
});
