// The seats of a table that is not open yet, computed from its options.

type Options = Record<string, unknown>;

/** The most seats of any game. The typed number may be anything. */
const MOST = 8;

export const chairs = ({ seats }: Options): number => Math.max(0, Math.min(MOST, Math.trunc(Number(seats)) || 0));

/** The seats of each side: four players are partners across the table, unless everyone is alone. */
export function sides(options: Options): number[][] {
  const all = Array.from({ length: chairs(options) }, (_, chair) => chair);
  if (all.length !== 4 || options.alone === true) return all.map((chair) => [chair]);
  return [0, 1].map((side) => all.filter((chair) => chair % 2 === side));
}
