// Which dice are kept: what scores is kept unless the player says otherwise, so that the ready
// action never throws anything good away.

import type { PoolDie } from './wire';

/** What the player said by hand, for one round and one throw of it. */
export interface Said {
  round: number;
  throws: number;
  /** Kept for the rest of the round, whether they score or not. */
  kept: number[];
  /** Let go of although they score, until the next throw. */
  freed: number[];
}

export const NOTHING_SAID: Said = { round: 0, throws: 0, kept: [], freed: [] };

/** How often dice were thrown in the round, all together: another number is another throw. */
export const throwsOf = (pool: PoolDie[]): number => pool.reduce((sum, { throws }) => sum + throws, 0);

/** What still holds of what was said: nothing of another round, and of another throw only what was kept. */
export function stillSaid(said: Said, round: number, throws: number): Said {
  if (said.round !== round) return { ...NOTHING_SAID, round, throws };
  return said.throws === throws ? said : { ...said, throws, freed: [] };
}

/** The places of the dice that are kept. */
export function keptOf(pool: PoolDie[], said: Said): number[] {
  const isKept = ({ index, hand }: PoolDie) => (hand === null ? said.kept.includes(index) : !said.freed.includes(index));
  return pool.filter(isKept).map(({ index }) => index);
}

/** What is said after a die was touched. */
export function touched(pool: PoolDie[], said: Said, die: number): Said {
  const without = (dice: number[]) => dice.filter((other) => other !== die);
  const wasKept = keptOf(pool, said).includes(die);
  return wasKept
    ? { ...said, kept: without(said.kept), freed: [...without(said.freed), die] }
    : { ...said, kept: [...without(said.kept), die], freed: without(said.freed) };
}
