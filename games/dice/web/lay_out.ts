// Assigns the dice of a pool to the hands of a split, for the scorer page. At a table the house
// sends this itself.

import type { Colour, LineName } from './wire';

export interface ScorerHand {
  type: LineName;
  dice: number[];
  points: number;
}

/** The answer of the scorer. */
export interface ScorerAnswer {
  total: number;
  hands: ScorerHand[];
  breakdown: { type: LineName; points: number; description: string }[];
}

/** The colours of the hands, in order; after the last one they start again. */
export const COLOURS: Colour[] = ['gold', 'teal', 'blue', 'purple', 'coral'];

/** The ink of each colour, dark enough for white letters. */
export const INKS: Record<Colour, string> = { gold: '#8a5a00', teal: '#0e6e6a', blue: '#1c55b0', purple: '#7a3d9c', coral: '#b2402f' };

/** The letter of a hand: A to Z, then small letters. */
export function letterOf(number: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return letters[number % letters.length] ?? 'A';
}

/** The hands of an answer, each with its description, letter and colour. */
export function lettered(answer: ScorerAnswer | null) {
  const hands = answer?.hands ?? [];
  return hands.map((hand, number) => ({
    ...hand,
    description: answer?.breakdown[number]?.description ?? '',
    letter: letterOf(number),
    colour: COLOURS[number % COLOURS.length] ?? 'gold',
  }));
}

/** For each die the number of its hand, or null for one that is not used. */
export function layOut(pool: number[], hands: ScorerHand[]): (number | null)[] {
  const owners: (number | null)[] = pool.map(() => null);
  for (const [number, { dice }] of hands.entries()) {
    for (const face of dice) {
      const place = pool.findIndex((other, at) => other === face && owners[at] === null);
      if (place >= 0) owners[place] = number;
    }
  }
  return owners;
}

/** Reads faces such as `1112235` or `1 1 1 2`; null for anything else, or for more dice than the house scores. */
export function readPool(text: string): number[] | null {
  const faces = text.replaceAll(/[\s,]/g, '');
  return /^[1-6]{0,120}$/.test(faces) ? [...faces].map(Number) : null;
}
