// The positions of the pips on a card of 250 × 350, as on every French deck.

import type { Rank } from './wire';

/** The centre of a pip; pips below the middle of the card are upside down. */
export interface Pip {
  x: number;
  y: number;
  turned: boolean;
}

/** The size of a pip. */
export const PIP = 44;

const MIDDLE = { x: 125, y: 175 };
const COLUMN = 41;
const TOP = 60;

/** The rows of pips in the two outer columns and in the middle one, as parts of the way from the top. */
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

/** The pips of a numbered card. An ace and the courts are drawn differently. */
export function cardPips(rank: Rank): Pip[] {
  const rows = ROWS[rank];
  if (!rows) return [];
  const at = (x: number) => (part: number) => ({ x, y: TOP + part * 2 * (MIDDLE.y - TOP), turned: part > 1 / 2 });
  return [...rows.outer.map(at(MIDDLE.x - COLUMN)), ...rows.middle.map(at(MIDDLE.x)), ...rows.outer.map(at(MIDDLE.x + COLUMN))];
}
