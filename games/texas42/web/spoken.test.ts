import { expect, test } from 'vitest';
import type { Texas42Scene } from './scene';
import { spoken } from './spoken';
import { words } from './words/en';

const scene = { words } as Texas42Scene;

test('an action is said in a player’s words', () => {
  expect(spoken({ place_bid: { bid: 'pass' } }, scene)).toBe('Pass');
  expect(spoken({ place_bid: { bid: 31 } }, scene)).toBe('Bid 31');
  expect(spoken({ place_bid: { bid: { marks: 2 } } }, scene)).toBe('Bid 2 marks');
  expect(spoken({ name_trump: { trump: 'follow-me' } }, scene)).toBe('Call follow me');
  expect(spoken({ play_domino: { domino: '6-4' } }, scene)).toBe('Play the six-four');
  expect(spoken({ lay_down: {} }, scene)).toBe('Lay down');
});
