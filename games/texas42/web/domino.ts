// Dominoes as text (`6-4`, the higher end first), their suits, and the orders of a hand.

import type { HandOrder } from '$shell/settings.svelte';
import type { Suit, TrumpName } from './wire';

/** The suits of 0 to 6 pips. */
export const SUITS: Suit[] = ['blanks', 'aces', 'deuces', 'treys', 'fours', 'fives', 'sixes'];

/** All twenty-eight dominoes, the highest first. */
export const SET: string[] = [6, 5, 4, 3, 2, 1, 0].flatMap((high) => Array.from({ length: high + 1 }, (_, gap) => `${high}-${high - gap}`));

/** The pips of both ends, the higher first. */
export function ends(domino: string): [high: number, low: number] {
  const [one = 0, other = 0] = domino.split('-').map(Number);
  return one >= other ? [one, other] : [other, one];
}

export const isDouble = (domino: string): boolean => ends(domino)[0] === ends(domino)[1];

/** The count of a domino: ten, five or zero. */
export function countOf(domino: string): number {
  const [high, low] = ends(domino);
  return (high + low) % 5 === 0 ? high + low : 0;
}

/** Reads a domino such as `6-4`, `64` or `4 6`; null for anything else. */
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

/** The number of dominoes in a hand that would be trumps. */
export const trumpsIn = (hand: string[], trump: TrumpName): number => hand.filter((domino) => isTrump(domino, trump)).length;

/** A hand in the order that its holder has chosen: by rank, by suit, or as dealt. */
export function inOrder(hand: string[], trump: TrumpName | null, order: HandOrder): string[] {
  if (order === 'dealt') return hand;
  return order === 'suit' ? inSuitOrder(hand, trump) : inRankOrder(hand, trump);
}

/** A hand by rank: trumps first, then the doubles, which are the highest of their suits, then the rest. */
function inRankOrder(hand: string[], trump: TrumpName | null): string[] {
  if (trump === 'sevens') return inSuitOrder(hand, trump);
  const rank = (domino: string) => (isTrump(domino, trump) ? 0 : isDouble(domino) ? 1 : 2);
  return inSuitOrder(hand, trump).toSorted((one, other) => rank(one) - rank(other));
}

/** A hand by suit: trumps first, then suit by suit with the double first. In sevens, the dominoes nearest to seven pips come first. */
export function inSuitOrder(hand: string[], trump: TrumpName | null): string[] {
  const place = trump === 'sevens' ? fromSeven : (domino: string) => placeInSuits(domino, trump);
  return hand.toSorted((one, other) => place(one) - place(other));
}

const fromSeven = (domino: string): number => {
  const [high, low] = ends(domino);
  return Math.abs(7 - high - low) * 10 - high;
};

/** The sorting key of a domino; smaller keys are farther left. A suit is a multiple of a hundred, and the place within it is added. */
function placeInSuits(domino: string, trump: TrumpName | null): number {
  const [high, low] = ends(domino);
  const pips = trump === null ? -1 : (SUITS as string[]).indexOf(trump);
  if (isTrump(domino, trump)) {
    const other = high === pips ? low : high;
    return isDouble(domino) ? -10 - high : 10 - other;
  }
  return (7 - high) * 100 + (isDouble(domino) ? 0 : 10 - low);
}
