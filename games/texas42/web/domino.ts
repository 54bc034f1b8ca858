// Dominoes as texts: `6-4`, the higher end first. What suits they belong to, and in which order a
// hand lies best.

import type { HandOrder } from '$shell/settings.svelte';
import type { Suit, TrumpName } from './wire';

/** The suits of 0 to 6 pips. */
export const SUITS: Suit[] = ['blanks', 'aces', 'deuces', 'treys', 'fours', 'fives', 'sixes'];

/** All twenty-eight, the highest first. */
export const SET: string[] = [6, 5, 4, 3, 2, 1, 0].flatMap((high) => Array.from({ length: high + 1 }, (_, gap) => `${high}-${high - gap}`));

/** The pips of both ends, the higher first. */
export function ends(domino: string): [high: number, low: number] {
  const [one = 0, other = 0] = domino.split('-').map(Number);
  return one >= other ? [one, other] : [other, one];
}

export const isDouble = (domino: string): boolean => ends(domino)[0] === ends(domino)[1];

/** What a domino counts: ten, five or nothing. */
export function countOf(domino: string): number {
  const [high, low] = ends(domino);
  return (high + low) % 5 === 0 ? high + low : 0;
}

/** A domino as somebody would write it: `6-4`, `64`, `4 6`; null for anything else. */
export function readDomino(text: string): string | null {
  const found = /^\s*([0-6])\s*[-–:/ ]?\s*([0-6])\s*$/.exec(text);
  if (!found) return null;
  const [high, low] = ends(`${found[1]}-${found[2]}`);
  return `${high}-${low}`;
}

/** Whether a domino is a trump under this contract. */
export function isTrump(domino: string, trump: TrumpName | null): boolean {
  if (trump === 'doubles') return isDouble(domino);
  const pips = trump === null ? -1 : (SUITS as string[]).indexOf(trump);
  return ends(domino).includes(pips);
}

/** How many dominoes of a hand would be trumps. */
export const trumpsIn = (hand: string[], trump: TrumpName): number => hand.filter((domino) => isTrump(domino, trump)).length;

/** A hand as its holder likes it: by rank, by suit, or as it was dealt. */
export function inOrder(hand: string[], trump: TrumpName | null, order: HandOrder): string[] {
  if (order === 'dealt') return hand;
  return order === 'suit' ? inSuitOrder(hand, trump) : inRankOrder(hand, trump);
}

/** A hand by what takes tricks: trumps first, then the doubles, which nothing else of their suit beats, then the rest. */
function inRankOrder(hand: string[], trump: TrumpName | null): string[] {
  if (trump === 'sevens') return inSuitOrder(hand, trump);
  const rank = (domino: string) => (isTrump(domino, trump) ? 0 : isDouble(domino) ? 1 : 2);
  return inSuitOrder(hand, trump).toSorted((one, other) => rank(one) - rank(other));
}

/** A hand by the suit that matters: trumps first, then suit by suit, a double before the others; in sevens the nearest to seven pips first. */
export function inSuitOrder(hand: string[], trump: TrumpName | null): string[] {
  const place = trump === 'sevens' ? fromSeven : (domino: string) => placeInSuits(domino, trump);
  return hand.toSorted((one, other) => place(one) - place(other));
}

const fromSeven = (domino: string): number => {
  const [high, low] = ends(domino);
  return Math.abs(7 - high - low) * 10 - high;
};

/** A smaller number lies farther left. Suits are worth hundreds, places within them units. */
function placeInSuits(domino: string, trump: TrumpName | null): number {
  const [high, low] = ends(domino);
  const pips = trump === null ? -1 : (SUITS as string[]).indexOf(trump);
  if (isTrump(domino, trump)) {
    const other = high === pips ? low : high;
    return isDouble(domino) ? -10 - high : 10 - other;
  }
  return (7 - high) * 100 + (isDouble(domino) ? 0 : 10 - low);
}
