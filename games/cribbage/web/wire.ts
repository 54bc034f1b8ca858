// Cribbage as it comes over the wire, from the generated types; the page adds only what replays
// need.

import type { cribbage } from '$shell/protocol';

export type Card = cribbage.Card;
export type Suit = cribbage.Suit;
export type Rank = cribbage.Rank;
export type Item = cribbage.Item;
export type PlayedCard = cribbage.PlayedCard;
/** A hand or crib that lies open while somebody is asked what it is worth. */
export type Count = cribbage.OpenCount;
export type Loss = cribbage.Loss;
export type Outcome = cribbage.Outcome;
export type Finished = cribbage.Finished;

export type View = cribbage.View & {
  /** Everybody's cards by id, where a replay shows all of them. */
  openHands?: Record<string, Card[]>;
};
