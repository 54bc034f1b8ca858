// Cards as text: `7H` typed, `7♥` shown.

import type { Card, Rank, Suit } from './wire';

export const RANKS: Rank[] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
export const SUITS: Suit[] = ['spades', 'hearts', 'diamonds', 'clubs'];

const LETTERS: Record<Suit, string> = { spades: 'S', hearts: 'H', diamonds: 'D', clubs: 'C' };
const SIGNS: Record<Suit, string> = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' };

/** The project's notation, with one spelling for each card: `TH` and not `10H`. */
export function code({ rank, suit }: Pick<Card, 'rank' | 'suit'>): string {
  return (rank === '10' ? 'T' : rank) + LETTERS[suit];
}

/** For example `7♥`. */
export const sign = ({ rank, suit }: Card): string => rank + SIGNS[suit];

export const signs = (cards: Card[]): string => cards.map(sign).join(' ');

export const sameCard = (left: Card, right: Card): boolean => left.rank === right.rank && left.suit === right.suit;

/** Reads `7h`, `10H`, `th` or `7♥`. */
export function readCard(text: string): Card | null {
  const found = /^(10|[2-9atjqk])([shdc♠♥♦♣])$/iu.exec(text.trim());
  if (!found) return null;
  const [, first = '', last = ''] = found;
  const rank = RANKS.find((known) => known === first.toUpperCase().replace('T', '10'));
  const suit = SUITS.find((known) => LETTERS[known] === last.toUpperCase() || SIGNS[known] === last);
  return rank && suit ? { rank, suit, value: pegValue(rank) } : null;
}

/** Reads cards separated by spaces, commas or dashes; null if one of them is not a card. */
export function readCards(text: string): Card[] | null {
  const cards = text.split(/[\s,-]+/).filter(Boolean).map(readCard);
  return cards.every((card) => card !== null) ? cards : null;
}

/** The value of a card in the play: courts are ten, an ace is one. */
export const pegValue = (rank: Rank): number => Math.min(RANKS.indexOf(rank) + 1, 10);

/** Sorts cards by rank, then by suit, as in every hand. */
export function inOrder(cards: Card[]): Card[] {
  const place = ({ rank, suit }: Card) => RANKS.indexOf(rank) * SUITS.length + SUITS.indexOf(suit);
  return [...cards].sort((left, right) => place(left) - place(right));
}
