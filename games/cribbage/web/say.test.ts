import { expect, test } from 'vitest';
import { readCard } from './card';
import { say } from './say';
import type { CribbageScene } from './scene';
import { words as en } from './words/en';
import { words as es } from './words/es';

const scene = (words: typeof en, me: string | null): CribbageScene =>
  ({ words, me: me ? { uuid: me } : null, seat: me ? 0 : null, view: { dealerUuid: 'bob' }, name: (uuid: string) => ({ ann: 'Ann', bob: 'Bob' })[uuid] ?? '–' }) as unknown as CribbageScene;

const played = { seq: 3, event: 'card_played', payload: { playedBy: 'ann', playedCard: readCard('5H'), runningTotal: 15, breakdown: [] } };

test('the viewer is “you”, and other players have names', () => {
  expect(say(played, scene(en, 'ann'))).toBe('You play the five of hearts: fifteen.');
  expect(say(played, scene(en, 'bob'))).toBe('Ann plays the five of hearts: fifteen.');
  expect(say(played, scene(es, 'ann'))).toBe('Juegas el cinco de corazones: quince.');
  expect(say(played, scene(es, null))).toBe('Ann juega el cinco de corazones: quince.');
});

test('a line names the owner of the crib at that time, not the current one', () => {
  const asked = { seq: 2, event: 'waiting_for_discard', payload: { count: 2 } };
  const dealt = { seq: 1, event: 'cards_dealt', payload: { dealerUuid: 'ann' } };
  expect(say(asked, scene(en, 'ann'), [dealt])).toBe('Throw two cards to your crib.');
  expect(say(asked, scene(en, 'ann'), [])).toBe("Throw two cards to Bob's crib.");
});
