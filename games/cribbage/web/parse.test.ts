import { expect, test } from 'vitest';
import { parse, typed } from './parse';
import type { CribbageScene } from './scene';
import { words } from './words/en';

const scene = { words } as CribbageScene;

test('typed commands are read', () => {
  expect(parse('discard 5h 10S', scene)).toEqual({ command: 'discard_cards', fields: { cards: ['5H', 'TS'] } });
  expect(parse('  Play  7♣ ', scene)).toEqual({ command: 'play_card', fields: { card: '7C' } });
  expect(parse('count 8', scene)).toEqual({ command: 'claim_count', fields: { points: 8 } });
  expect(parse('muggins 0', scene)).toEqual({ command: 'claim_muggins', fields: { points: 0 } });
});

test('an unreadable command is refused with a reason', () => {
  for (const text of ['dance', 'play', 'play 7c 8c', 'play 7x', 'discard', 'count', 'count many', 'muggins -1']) {
    expect(parse(text, scene)).toHaveProperty('problem');
  }
});

test('a typed action is read back as the same action', () => {
  const card = { suit: 'clubs', rank: '10', value: 10 };
  for (const [action, command] of [
    [{ play_card: { card } }, 'play_card'],
    [{ discard_cards: { cards: [card, card] } }, 'discard_cards'],
    [{ claim_count: { points: 12 } }, 'claim_count'],
    [{ claim_muggins: { points: 3 } }, 'claim_muggins'],
  ] as const) {
    expect(parse(typed(action as never), scene)).toHaveProperty('command', command);
  }
});
