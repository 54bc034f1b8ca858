// The show of a deal, gathered from what was told: each hand and the crib with what they scored.

import type { Told } from '$shell/game/part';
import type { Card, Item } from './wire';

export interface Shown {
  seq: number;
  kind: 'hand' | 'crib';
  owner: string;
  cards: Card[];
  items: Item[];
  score: number;
  /** What its owner claimed, where owners count. */
  stated: number | null;
}

/** What was told since the last deal. */
export function sinceTheDeal(told: Told[]): Told[] {
  return told.slice(Math.max(0, told.findLastIndex(({ event }) => event === 'cards_dealt')));
}

/** The hands that were counted since the last deal; never those of the one before. */
export function showOf(told: Told[]): Shown[] {
  return sinceTheDeal(told).flatMap(({ seq, event, payload }) => {
    if (event !== 'hand_scored' && event !== 'crib_scored') return [];
    const { cards, breakdown: items, score, stated } = payload;
    const crib = event === 'crib_scored';
    const owner: string = crib ? payload.dealerUuid : payload.playerUuid;
    return [{ seq, kind: crib ? 'crib' : 'hand', owner, cards, items, score, stated }];
  });
}

/** The last card that was played or the starter that was cut, with what it scored. */
export interface LastPlay {
  seq: number;
  by: string;
  items: Item[];
  score: number;
}

/** What the last card of this deal scored; null before the first. */
export function lastPlay(told: Told[]): LastPlay | null {
  for (const { seq, event, payload } of sinceTheDeal(told).toReversed()) {
    if (event === 'card_played') return { seq, by: payload.playedBy, items: payload.breakdown, score: payload.score };
    if (event === 'starter_cut') return { seq, by: payload.dealerUuid, items: payload.breakdown, score: payload.score };
  }
  return null;
}
