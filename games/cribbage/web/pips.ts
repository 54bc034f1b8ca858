// Where the pips lie on a card of 250 × 350, as on every French deck.

import type { Rank } from './wire';

/** A pip's middle; those below the middle stand on their heads. */
export interface Pip {
  x: number;
  y: number;
  turned: boolean;
}

/** How large a pip is. */
export const PIP = 44;

const MIDDLE = { x: 125, y: 175 };
const COLUMN = 41;
const TOP = 60;

/** Rows from the top, as parts of the way down, in the two outer columns and in the middle one. */
const ROWS: Partial<Record<Rank, { outer: number[]; middle: number[] }>> = {
  '2': { outer: [], middle: [0, 1] },
  '3': { outer: [], middle: [0, 1 / 2, 1] },
  '4': { outer: [0, 1], middle: [] },
  '5': { outer: [0, 1], middle: [1 / 2] },
  '6': { outer: [0, 1 / 2, 1], middle: [] },
  '7': { outer: [0, 1 / 2, 1], middle: [1 / 4] },
  '8': { outer: [0, 1 / 2, 1], middle: [1 / 4, 3 / 4] },
  '9': { outer: [0, 1 / 3, 2 / 3, 1], middle: [1 / 2] },
  '10': { outer: [0, 1 / 3, 2 / 3, 1], middle: [1 / 6, 5 / 6] },
};

/** The pips of a numbered card; an ace and the courts are drawn otherwise. */
export function pipsOf(rank: Rank): Pip[] {
  const rows = ROWS[rank];
  if (!rows) return [];
  const at = (x: number) => (part: number) => ({ x, y: TOP + part * 2 * (MIDDLE.y - TOP), turned: part > 1 / 2 });
  return [...rows.outer.map(at(MIDDLE.x - COLUMN)), ...rows.middle.map(at(MIDDLE.x)), ...rows.outer.map(at(MIDDLE.x + COLUMN))];
}
