import { expect, test } from 'vitest';
import type { Told } from '$shell/game/part';
import { lastPlay, showOf } from './shown';

let seq = 0;
const tell = (event: string, payload: object = {}): Told => ({ seq: ++seq, event, payload });
const hand = (owner: string, score: number) =>
  tell('hand_scored', { playerUuid: owner, cards: [], breakdown: [], score, stated: null });
const crib = (owner: string, score: number) =>
  tell('crib_scored', { dealerUuid: owner, cards: [], breakdown: [], score, stated: null });

const summary = (told: Told[]) => showOf(told).map(({ kind, owner, score }) => `${kind} ${owner} ${score}`);

test('the show contains only counts of this deal', () => {
  const first = [tell('cards_dealt'), hand('ann', 8), hand('bob', 2), crib('bob', 7)];
  expect(summary(first)).toEqual(['hand ann 8', 'hand bob 2', 'crib bob 7']);
  const dealtAgain = [...first, tell('cards_dealt'), tell('card_played')];
  expect(summary(dealtAgain)).toEqual([]);
  expect(summary([...dealtAgain, hand('bob', 4)])).toEqual(['hand bob 4']);
  expect(summary([tell('cards_dealt')])).toEqual([]);
  expect(summary([])).toEqual([]);
});

test('the last play belongs to this deal', () => {
  const play = tell('card_played', { playedBy: 'ann', breakdown: [], score: 2 });
  expect(lastPlay([play, tell('go_said')])).toMatchObject({ by: 'ann', score: 2 });
  expect(lastPlay([play, tell('cards_dealt')])).toBeNull();
  expect(lastPlay([])).toBeNull();
});
