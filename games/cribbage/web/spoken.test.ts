import { expect, test } from 'vitest';
import type { CribbageScene } from './scene';
import { spoken } from './spoken';
import { words } from './words/en';

const scene = { words, me: { uuid: 'ann' }, view: { dealerUuid: 'bob' }, name: () => 'Bob' } as unknown as CribbageScene;
const five = { suit: 'hearts', rank: '5', value: 5 };
const king = { suit: 'spades', rank: 'K', value: 10 };

test('an action is said in a player’s words', () => {
  expect(spoken({ discard_cards: { cards: [five, king] } }, scene)).toBe("Throw 5♥ K♠ to Bob's crib");
  expect(spoken({ play_card: { card: king } }, scene)).toBe('Play K♠');
  expect(spoken({ claim_count: { points: 8 } }, scene)).toBe('Count 8');
  expect(spoken({ claim_muggins: { points: 0 } }, scene)).toBe('Claim nothing');
});
