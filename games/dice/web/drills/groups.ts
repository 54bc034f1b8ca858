// A split that the player makes: dice in hands, with the kind of each hand from the house's list of all
// hands that the dice can make.

import type { HandKind } from '../wire';

type Made = [kind: HandKind, points: number];

/** Every possible hand by its faces, such as `112233`; for each the kinds with their points, the highest first. */
export type Hands = Record<string, Made[]>;

export interface Group {
  /** The number of the hand, from 0. */
  hand: number;
  faces: string;
  /** Its kind and points; null if the dice make no hand. */
  made: Made | null;
  /** The kind that it would be if no die were left over, because that kind needs all dice. */
  lacks: HandKind | null;
}

const takesAll = ([kind]: Made): boolean => kind === 'ALL_EVEN' || kind === 'ALL_ODD';

/** The player's hands in order; `hands` has the number of the hand for each die. */
export function groupsOf(dice: number[], hands: (number | null)[], known: Hands): Group[] {
  const used = [...new Set(hands.filter((hand) => hand !== null))].sort((one, other) => one - other);
  const all = hands.every((hand) => hand !== null);
  return used.map((hand) => {
    const faces = dice
      .filter((_, place) => hands[place] === hand)
      .sort()
      .join('');
    const possible = known[faces] ?? [];
    const made = possible.find((one) => all || !takesAll(one)) ?? null;
    return { hand, faces, made, lacks: made ? null : (possible[0]?.[0] ?? null) };
  });
}

/** The total points of the hands. */
export const pointsOf = (groups: Group[]): number => groups.reduce((sum, { made }) => sum + (made?.[1] ?? 0), 0);

/** The hand into which the next touch puts a die: the next one, then a new one, then none. */
export function nextHand(hand: number | null, hands: (number | null)[], most: number): number | null {
  const begun = Math.max(-1, ...hands.filter((other) => other !== null)) + 1;
  const next = hand === null ? 0 : hand + 1;
  return next <= Math.min(begun, most - 1) ? next : null;
}

/** The places of the dice of a split, `111333 1122`, each with its hand. */
export function placed(dice: number[], split: string): (number | null)[] {
  const hands: (number | null)[] = dice.map(() => null);
  split.split(' ').filter(Boolean).forEach((faces, hand) => {
    for (const face of faces) {
      const place = dice.findIndex((shown, at) => shown === Number(face) && hands[at] === null);
      if (place >= 0) hands[place] = hand;
    }
  });
  return hands;
}

/** The house's name for rerolling nothing. */
export const SCORE = 'score';

/** The house's name for the dice at these places: their faces in the order of the pool. */
export const nameOfDice = (dice: number[], places: number[]): string => dice.filter((_, place) => places.includes(place)).join('') || SCORE;
