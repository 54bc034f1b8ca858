// Reads how points are computed from the house's line: "Pair: (12 + 8) × 1.60 = 32".

/** A part of a hand's points: chips and their multiplier. */
export interface Part {
  chips: number;
  /** In hundredths; null for a multiplier of 1. */
  mult: number | null;
}

/** The line without the English name before it. */
export function working(description: string): string {
  const colon = description.indexOf(': ');
  return colon < 0 ? description : description.slice(colon + 2);
}

/** The parts of a hand in order; empty if the line has none, as for a bonus. */
export function parts(description: string): Part[] {
  const [sum = ''] = working(description).split(' = ');
  const found = sum.matchAll(/\((\d+) \+ (\d+)\) × (\d+(?:\.\d+)?)|(?:^|\+ )(\d+)(?= \+|$)/g);
  return [...found].map(([, base, pips, mult, plain]) => (mult === undefined ? { chips: Number(plain), mult: null } : { chips: Number(base) + Number(pips), mult: Math.round(Number(mult) * 100) }));
}

/** The most rows that lines take: one with more than two parts may need two. */
export function rowsOf(lines: { description: string }[]): number {
  return lines.reduce((rows, { description }) => rows + (parts(description).length > 2 ? 2 : 1), 0);
}
