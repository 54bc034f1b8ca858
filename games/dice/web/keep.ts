// Decides which dice are kept: scoring dice are kept unless the player releases them, so that the
// primary action never throws anything good away.

import type { PoolDie } from './wire';

/** The player's own choices, for one round and one throw of it. */
export interface KeepChoices {
  round: number;
  throws: number;
  /** Dice kept for the rest of the round, whether they score or not. */
  kept: number[];
  /** Scoring dice released until the next throw. */
  freed: number[];
}

export const NOTHING_SAID: KeepChoices = { round: 0, throws: 0, kept: [], freed: [] };

/** The total number of times that dice were thrown in the round. It changes with every throw. */
export const throwsOf = (pool: PoolDie[]): number => pool.reduce((sum, { throws }) => sum + throws, 0);

/** The choices that are still valid: none of another round, and only the kept dice of another throw. */
export function stillSaid(said: KeepChoices, round: number, throws: number): KeepChoices {
  if (said.round !== round) return { ...NOTHING_SAID, round, throws };
  return said.throws === throws ? said : { ...said, throws, freed: [] };
}

/** The places of the dice that are kept. */
export function keptOf(pool: PoolDie[], said: KeepChoices): number[] {
  const isKept = ({ index, hand }: PoolDie) => (hand === null ? said.kept.includes(index) : !said.freed.includes(index));
  return pool.filter(isKept).map(({ index }) => index);
}

/** The choices after a touch of a die. */
export function touched(pool: PoolDie[], said: KeepChoices, die: number): KeepChoices {
  const without = (dice: number[]) => dice.filter((other) => other !== die);
  const wasKept = keptOf(pool, said).includes(die);
  return wasKept
    ? { ...said, kept: without(said.kept), freed: [...without(said.freed), die] }
    : { ...said, kept: [...without(said.kept), die], freed: without(said.freed) };
}
