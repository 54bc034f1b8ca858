import { expect, test } from 'vitest';
import type { Told } from '$shell/game/part';
import { readCards } from './card';
import type { CribbageScene } from './scene';
import { BEFORE_PLAY, backOf, handPlace, staging } from './staging';
import type { Card, View } from './wire';

const cards = (text: string): Card[] => readCards(text) ?? [];
const one = (text: string): Card => {
  const [card] = cards(text);
  if (!card) throw new Error('there must be a card');
  return card;
};

const START = {
  phase: 'dealing',
  ...BEFORE_PLAY,
  playerHand: [],
  handCounts: {},
  cribCount: 0,
  scores: { ann: 10, bob: 7 },
  pegPositions: { ann: 10, bob: 7 },
  backPegs: { ann: 8, bob: 0 },
  dealerUuid: null,
  deal: 2,
  target: 121,
  turnOrder: [],
  outcome: null,
} as View;

let seq = 0;
const tell = (event: string, payload: object): Told => ({ seq: ++seq, event, payload });
const through = (...told: Told[]): View => told.reduce((view, event) => staging.after(view, event, {} as CribbageScene), START);

const DEALT = tell('cards_dealt', { playerHand: cards('5H 6S 7D 8C JC KD'), handCounts: { ann: 6, bob: 6 }, cribCount: 0, dealerUuid: 'bob', turnOrder: ['ann', 'bob'] });
const THREW = [tell('cards_discarded', { playerUuid: 'ann', count: 2, cribCount: 2, cards: cards('JC KD') }), tell('cards_discarded', { playerUuid: 'bob', count: 2, cribCount: 4 })];
const CUT = tell('starter_cut', { card: one('JS'), dealerUuid: 'bob', score: 2, breakdown: [], scores: { ann: 10, bob: 9 } });
const PLAYED = tell('card_played', { playedCard: one('8C'), playedBy: 'ann', runningTotal: 8, score: 0, breakdown: [], nextTurn: 'bob', playedCards: [{ card: one('8C'), playedBy: 'ann' }], scores: { ann: 10, bob: 9 } });

test('a deal, the throws, the starter and a card are computed from their events', () => {
  expect(through(DEALT)).toMatchObject({ phase: 'dealing', deal: 3, handCounts: { ann: 6, bob: 6 }, dealerUuid: 'bob' });
  const thrown = through(DEALT, ...THREW);
  expect(thrown).toMatchObject({ playerHand: cards('5H 6S 7D 8C'), thrown: cards('JC KD'), handCounts: { ann: 4, bob: 4 }, cribCount: 4, discarded: ['ann', 'bob'] });
  // The back peg of the scoring player takes the place of the front one. The other player's pegs stay.
  expect(through(DEALT, ...THREW, CUT)).toMatchObject({ starter: one('JS'), scores: { ann: 10, bob: 9 }, backPegs: { ann: 8, bob: 7 } });
  const played = through(DEALT, ...THREW, CUT, PLAYED);
  expect(played).toMatchObject({ stack: [one('8C')], runningTotal: 8, currentTurn: 'bob', playerHand: cards('5H 6S 7D'), handCounts: { ann: 3, bob: 4 } });
  expect(staging.after(played, tell('count_reset', { nextTurn: 'ann', runningTotal: 0 }), {} as CribbageScene)).toMatchObject({ stack: [], runningTotal: 0, currentTurn: 'ann' });
});

test('cards are dealt in turns from the deck, and move to where they are played', () => {
  const scene = (view: View) => ({ view }) as CribbageScene;
  const dealt = staging.moves(DEALT, scene(through(DEALT)));
  expect(dealt.slice(0, 3)).toEqual([{ piece: '*', to: 'deck' }, { piece: backOf('ann', 0), from: 'deck' }, { piece: '5H', from: 'deck' }]);
  const [threw] = THREW;
  if (!threw) throw new Error('there must be a throw');
  expect(staging.moves(threw, scene(through(DEALT, threw)))).toContainEqual({ piece: 'KD', to: 'crib' });
  expect(staging.moves(PLAYED, scene(through(DEALT, ...THREW, CUT, PLAYED)))).toContainEqual({ piece: '8C', from: handPlace('ann') });
  expect(staging.moves(CUT, scene(through(DEALT, ...THREW, CUT)))).toEqual([{ piece: 'JS', from: 'deck', turned: true }]);
});

test('while a hand is counted, the score and the pegs of its side follow the count', () => {
  const before = { ...START, scores: { ann: 10, bob: 115, cat: 10 }, pegPositions: { ann: 10, bob: 115, cat: 10 }, backPegs: { ann: 8, bob: 100, cat: 8 } };
  const after = staging.after(before, tell('hand_scored', { playerUuid: 'bob', scores: { ann: 10, bob: 121, cat: 10 } }), {} as CribbageScene);
  const standing = (counted: number) => {
    const { scores, pegPositions, backPegs } = staging.meanwhile?.(after, before, counted) ?? after;
    return [scores.bob, pegPositions.bob, backPegs.bob, scores.ann, backPegs.ann];
  };
  expect(standing(0)).toEqual([115, 115, 100, 10, 8]);
  expect(standing(2)).toEqual([117, 117, 115, 10, 8]);
  // Points beyond the last hole are counted but not pegged.
  expect(standing(8)).toEqual([121, 121, 115, 10, 8]);
});

test('both partners hear the sound of winning, and nobody else does', () => {
  const players = ['ann', 'bob', 'cat', 'dan'].map((uuid, seat) => ({ uuid, seat }));
  const hears = (seat: number | null, alone: boolean) =>
    staging.sound?.(tell('game_finished', { winner: 'ann' }), { players, seat, me: players.find((player) => player.seat === seat) ?? null, options: { alone } } as unknown as CribbageScene) ?? null;
  expect([0, 1, 2, 3, null].map((seat) => hears(seat, false))).toEqual(['win', null, 'win', null, null]);
  expect([0, 1, 2, 3, null].map((seat) => hears(seat, true))).toEqual(['win', null, null, null, null]);
});

test('the page waits only at counts', () => {
  const events = ['cards_dealt', 'card_played', 'hand_scored', 'crib_scored', 'game_finished'];
  expect(events.filter((event) => staging.holds?.(tell(event, {})))).toEqual(['hand_scored', 'crib_scored']);
});
