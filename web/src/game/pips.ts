// The positions of the pips of a die or of half a domino, in three columns and rows from -1 to 1.

const PIPS: [x: number, y: number][][] = [
  [],
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
];

/** The pips in a square of 100 × 100; `from` is the distance of the outer ones from the middle. */
export function pipsOf(count: number, from: number): [x: number, y: number][] {
  return (PIPS[count] ?? []).map(([x, y]) => [50 + x * from, 50 + y * from]);
}
