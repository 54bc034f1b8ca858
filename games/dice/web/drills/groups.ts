// A split as somebody makes it: dice put into hands, and what each of them is, by the house's own list
// of all hands that the dice can make.

import type { HandKind } from '../wire';

type Made = [kind: HandKind, points: number];

/** Every hand that can be made, by its faces, `112233`, the dearest first. */
export type Hands = Record<string, Made[]>;

export interface Group {
  /** Which hand it is, from 0. */
  hand: number;
  faces: string;
  /** What it makes; null if that is no hand. */
  made: Made | null;
  /** The hand that it would be if no die were left: that one takes all of them. */
  lacks: HandKind | null;
}

const takesAll = ([kind]: Made): boolean => kind === 'ALL_EVEN' || kind === 'ALL_ODD';

/** The hands that were made, in their order; `hands` says for each die which one it is in. */
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

/** What the hands score together. */
export const pointsOf = (groups: Group[]): number => groups.reduce((sum, { made }) => sum + (made?.[1] ?? 0), 0);

/** Where the next touch puts a die: the next hand, at most one that nobody has begun; after that none. */
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

/** The house's name for throwing nothing again. */
export const SCORE = 'score';

/** The house's name of the dice at these places: their faces, in the order in which they lie. */
export const nameOfDice = (dice: number[], places: number[]): string => dice.filter((_, place) => places.includes(place)).join('') || SCORE;
