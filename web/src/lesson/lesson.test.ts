import { expect, test } from 'vitest';
import { judge, sameMove, stepAt, type AnyMoment, type AnyStep } from './lesson';

const throwing = { command: 'discard_cards', fields: { cards: ['KS', 'KH'] } };
const at = (phase: string, cards = 6): AnyMoment => ({ scene: { view: { phase, cards } } as unknown as AnyMoment['scene'], held: null });
const phase = (name: string) => ({ scene }: AnyMoment) => scene.view.phase === name;

const STEPS: AnyStep[] = [
  { key: 'welcome', at: phase('discard') },
  { key: 'throw', at: phase('discard'), moves: [throwing] },
  { key: 'look', at: ({ scene }) => scene.view.phase === 'play' && scene.view.cards === 4 },
  { key: 'end', at: phase('over') },
];

test('steps come one after another, each at its moment', () => {
  expect(stepAt(STEPS, at('discard'), -1)).toBe(0);
  expect(stepAt(STEPS, at('discard'), 0)).toBe(1);
  expect(stepAt(STEPS, at('discard'), 1)).toBe(null);
  expect(stepAt(STEPS, at('play', 4), 1)).toBe(2);
  expect(stepAt(STEPS, at('play', 3), 1)).toBe(null);
});

test('a learner who comes back finds the step of the moment', () => {
  expect(stepAt(STEPS, at('play', 4), -1)).toBe(2);
  expect(stepAt(STEPS, at('over'), -1)).toBe(3);
});

test('the requested move is allowed before everything is read, and no other move is', () => {
  expect(judge(STEPS, at('discard'), -1, { command: 'discard_cards', fields: { cards: ['KH', 'KS'] } })).toBe(1);
  expect(judge(STEPS, at('discard'), 0, { command: 'discard_cards', fields: { cards: ['KH', 'JC'] } })).toBe('other');
  expect(judge(STEPS, at('discard'), 0, { command: 'play_card', fields: { cards: ['KH', 'KS'] } })).toBe('other');
});

test('if no step asks for a move, every move is free', () => {
  expect(judge(STEPS, at('play', 4), 1, throwing)).toBe('free');
  expect(judge(STEPS, at('discard'), 1, throwing)).toBe('free');
});

test('moves are compared by their content', () => {
  expect(sameMove({ command: 'buy', fields: { offer: 7, replace: undefined } }, { command: 'buy', fields: { offer: 7 } })).toBe(true);
  expect(sameMove({ command: 'buy', fields: { offer: 7 } }, { command: 'buy', fields: { offer: 8 } })).toBe(false);
});

const lessons = import.meta.glob<AnyStep[]>('../../../games/*/web/lesson/steps.ts', { eager: true, import: 'steps' });
const catalogues = import.meta.glob<Record<string, string>>('../../../games/*/web/lesson/[a-z][a-z].ts', { eager: true, import: 'words' });

test('every game has a lesson', () => {
  expect(Object.keys(lessons).length).toBe(Object.keys(import.meta.glob('../../../games/*/web/index.ts')).length);
});

test.each(Object.keys(lessons))('%s has a sentence for every step', (file) => {
  const keys = (lessons[file] ?? []).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(6);
  for (const language of ['en', 'es']) {
    const words = catalogues[file.replace('steps.ts', `${language}.ts`)] ?? {};
    expect(Object.keys(words).sort(), language).toEqual([...keys].sort());
    // This length fits above the table on a phone.
    for (const [key, sentence] of Object.entries(words)) expect(sentence.length, `${language}: ${key}`).toBeLessThanOrEqual(230);
  }
});

/** The reading speed of a beginner for new material: slower than the 200 words a minute of a novel. */
const WORDS_A_MINUTE = 130;

/** The time to look at the highlighted pieces and press Continue. */
const SECONDS_A_STEP = 4;

/** The time to find the requested piece, make the move, and wait for the next turn. */
const SECONDS_A_MOVE = 8;

test.each(Object.keys(lessons))('%s takes three to five minutes by estimate', (file) => {
  for (const language of ['en', 'es']) {
    const sentences = Object.values(catalogues[file.replace('steps.ts', `${language}.ts`)] ?? {});
    const words = sentences.join(' ').split(/\s+/u).length;
    const seconds = (lessons[file] ?? []).reduce((sum, { moves }) => sum + (moves ? SECONDS_A_MOVE : SECONDS_A_STEP), 0);
    const minutes = words / WORDS_A_MINUTE + seconds / 60;
    expect(minutes, `${language}: ${words} words and ${seconds} seconds`).toBeGreaterThanOrEqual(3);
    expect(minutes, `${language}: ${words} words and ${seconds} seconds`).toBeLessThanOrEqual(5);
  }
});
