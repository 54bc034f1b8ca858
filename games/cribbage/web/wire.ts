// The messages of cribbage from the generated types, with additions for replays.

import type { cribbage } from '$shell/protocol';

export type Card = cribbage.Card;
export type Suit = cribbage.Suit;
export type Rank = cribbage.Rank;
export type Item = cribbage.Item;
export type PlayedCard = cribbage.PlayedCard;
/** An open hand or crib while a player is asked for its points. */
export type Count = cribbage.OpenCount;
export type Loss = cribbage.Loss;
export type Outcome = cribbage.Outcome;
export type Finished = cribbage.Finished;

export type View = cribbage.View & {
  /** All players' cards by id, in a replay that shows them. */
  openHands?: Record<string, Card[]>;
};
