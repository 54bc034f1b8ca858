// The positions of the holes of the pegging board.
//
// The board has rows of thirty holes that run back and forth, as on a wooden board, so the skunk lines are
// between rows: at 121 the last row begins after 90, and the one before it after 60. Holes are in groups of five.

export interface BoardPoint {
  x: number;
  y: number;
}

const ROW = 30;
const STEP = 10;
const FIVE_GAP = 3;
const TRACK_STEP = 9;
const ROW_GAP = 12;
const MARGIN = 22;

export interface BoardShape {
  rows: number;
  tracks: number;
  width: number;
  height: number;
}

export function shapeOf(target: number, tracks: number): BoardShape {
  const rows = Math.ceil((target - 1) / ROW);
  return { rows, tracks, width: 2 * MARGIN + along(ROW - 1), height: rows * rowHeight(tracks) + ROW_GAP };
}

/** The hole of a score in a track; 0 is the start and the target the last hole. */
export function holeAt(score: number, track: number, target: number, tracks: number): BoardPoint {
  const { rows } = shapeOf(target, tracks);
  if (score <= 0) return { x: MARGIN - STEP - FIVE_GAP, y: yOf(0, track, tracks) };
  if (score >= target) {
    const last = holeAt(target - 1, track, target, tracks);
    const onward = rows % 2 === 0 ? -1 : 1;
    return { x: last.x + onward * (STEP + FIVE_GAP), y: yOf(rows - 1, (tracks - 1) / 2, tracks) };
  }
  const row = Math.floor((score - 1) / ROW);
  const place = (score - 1) % ROW;
  const forth = row % 2 === 0;
  return { x: MARGIN + along(forth ? place : ROW - 1 - place), y: yOf(row, track, tracks) };
}

/** The height of the line between two rows. */
export const lineAt = (row: number, tracks: number): number => ROW_GAP / 2 + row * rowHeight(tracks);

/** A line between two streets. */
export interface Landmark {
  /** The score of the last hole before it. */
  score: number;
  /** The row that begins after it. */
  row: number;
  /** Whether a loser who has not passed it is skunked, or doubly so. */
  kind: 'street' | 'skunk' | 'double';
}

export function landmarks(target: number): Landmark[] {
  const rows = Math.ceil((target - 1) / ROW);
  return Array.from({ length: rows - 1 }, (_, place) => {
    const score = ROW * (place + 1);
    return { score, row: place + 1, kind: ({ 31: 'skunk', 61: 'double' } as const)[target - score] ?? 'street' };
  });
}

const along = (place: number): number => place * STEP + Math.floor(place / 5) * FIVE_GAP;
const rowHeight = (tracks: number): number => tracks * TRACK_STEP + ROW_GAP;
const yOf = (row: number, track: number, tracks: number): number =>
  lineAt(row, tracks) + ROW_GAP / 2 + TRACK_STEP / 2 + track * TRACK_STEP;
