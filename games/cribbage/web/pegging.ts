// Predicts the score of a card in the play, so that the button can show it before the card is played.
//
// Only the house counts; this is a prediction. The point for the last card depends on the other players'
// hands, so it is not predicted.

import { pegValue, RANKS } from './card';
import type { Card } from './wire';

export interface Foretold {
  count: number;
  points: number;
}

export function foretell(stack: Card[], card: Card): Foretold {
  const cards = [...stack, card];
  const count = cards.reduce((sum, { rank }) => sum + pegValue(rank), 0);
  const special = count === 15 || count === 31 ? 2 : 0;
  return { count, points: special + alike(cards) + longestRun(cards) };
}

/** Two for a pair, six for three, twelve for four. */
function alike(cards: Card[]): number {
  const rank = cards.at(-1)?.rank;
  const back = cards.toReversed().findIndex((card) => card.rank !== rank);
  const same = back < 0 ? cards.length : back;
  return same * (same - 1);
}

/** The length of the longest run of the last cards in any order; at least three. */
function longestRun(cards: Card[]): number {
  for (let length = cards.length; length >= 3; length -= 1) {
    const ranks = cards.slice(-length).map(({ rank }) => RANKS.indexOf(rank)).sort((a, b) => a - b);
    if (ranks.every((rank, place) => place === 0 || rank === (ranks[place - 1] ?? 0) + 1)) return length;
  }
  return 0;
}
