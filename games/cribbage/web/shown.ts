// The show of a deal, collected from the events: each hand and the crib with their scores.

import type { Told } from '$shell/game/part';
import type { Card, Item } from './wire';

export interface Shown {
  seq: number;
  kind: 'hand' | 'crib';
  owner: string;
  cards: Card[];
  items: Item[];
  score: number;
  /** The points that the owner claimed, if players count their own hands. */
  stated: number | null;
}

/** The events since the last deal. */
export function sinceTheDeal(told: Told[]): Told[] {
  return told.slice(Math.max(0, told.findLastIndex(({ event }) => event === 'cards_dealt')));
}

/** The hands counted since the last deal. */
export function showOf(told: Told[]): Shown[] {
  return sinceTheDeal(told).flatMap(({ seq, event, payload }) => {
    if (event !== 'hand_scored' && event !== 'crib_scored') return [];
    const { cards, breakdown: items, score, stated } = payload;
    const crib = event === 'crib_scored';
    const owner: string = crib ? payload.dealerUuid : payload.playerUuid;
    return [{ seq, kind: crib ? 'crib' : 'hand', owner, cards, items, score, stated }];
  });
}

/** The last played card or the cut starter, with its score. */
export interface LastPlay {
  seq: number;
  by: string;
  items: Item[];
  score: number;
}

/** The score of the last card of this deal; null before the first card. */
export function lastPlay(told: Told[]): LastPlay | null {
  for (const { seq, event, payload } of sinceTheDeal(told).toReversed()) {
    if (event === 'card_played') return { seq, by: payload.playedBy, items: payload.breakdown, score: payload.score };
    if (event === 'starter_cut') return { seq, by: payload.dealerUuid, items: payload.breakdown, score: payload.score };
  }
  return null;
}
