// Cribbage as it comes over the wire: the view, and the events that the page speaks of.

export interface Card {
  suit: Suit;
  rank: Rank;
  value: number;
}

export type Suit = 'spades' | 'hearts' | 'diamonds' | 'clubs';
export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'J' | 'Q' | 'K';

export interface Item {
  type: string;
  points: number;
  cards: Card[];
  description: string;
}

export interface PlayedCard {
  playedBy: string;
  card: Card;
}

export interface View {
  phase: 'waiting' | 'dealing' | 'discard' | 'pegging' | 'counting' | 'gameover';
  playerHand: Card[];
  thrown: Card[];
  handCounts: Record<string, number>;
  discarded: string[];
  cribCount: number;
  starter: Card | null;
  playedCards: PlayedCard[];
  stack: Card[];
  runningTotal: number;
  saidGo: string[];
  count: Count | null;
  scores: Record<string, number>;
  pegPositions: Record<string, number>;
  backPegs: Record<string, number>;
  dealerUuid: string | null;
  deal: number;
  target: number;
  currentTurn: string | null;
  turnOrder: string[];
  outcome: Outcome | null;
  /** Everybody's cards by id: the page's own, where a replay shows all of them. */
  openHands?: Record<string, Card[]>;
}

/** A hand or crib that lies open while somebody is asked what it is worth. */
export interface Count {
  playerUuid: string;
  kind: 'hand' | 'crib';
  cards: Card[];
  stated: number | null;
  asked: string | null;
}

export type Loss = 'plain' | 'skunk' | 'double_skunk';

export interface Outcome {
  losses: Record<string, Loss | null>;
  matchScore: Record<string, number>;
}
