// The chairs of a table that is not open yet, by its options.

type Options = Record<string, unknown>;

/** As many as any game has; what is typed may be anything. */
const MOST = 8;

export const chairs = ({ seats }: Options): number => Math.max(0, Math.min(MOST, Math.trunc(Number(seats)) || 0));

/** The chairs of each side: four seats play as partners across the table, unless everyone is alone. */
export function sides(options: Options): number[][] {
  const all = Array.from({ length: chairs(options) }, (_, chair) => chair);
  if (all.length !== 4 || options.alone === true) return all.map((chair) => [chair]);
  return [0, 1].map((side) => all.filter((chair) => chair % 2 === side));
}
