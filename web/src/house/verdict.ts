// What a player is told about the luck of a finished game: what this browser found by itself, and
// apart from it what the house says.
//
// The house is asked last and cannot change what was found. Where its promise is broken already it
// is not asked at all: a word of its own could only cover that up.

import { getOfTable } from './api';
import { compare, type Findings, type Known } from './fair';

/** The answer of `/api/tables/{code}/verify`. */
export interface Verified {
  good: boolean;
  games: { number: number; finished: boolean; checks: { ok: boolean }[] }[];
}

/** What the house says about the deals of a game. */
export type HouseWord = 'good' | 'bad' | 'silent';

export interface Verdict {
  own: Findings;
  /** Null where it was not asked. */
  house: HouseWord | null;
}

const askHouse = (code: string): Promise<Verified> => getOfTable<Verified>(code, 'verify');

/** Checks a finished game by what this browser knows of it. */
export async function check(code: string, game: number, known: Known, ask = askHouse): Promise<Verdict> {
  const own = compare(code, game, known);
  if (own.verdict === 'broken') return { own, house: null };
  const house = await ask(code).then(
    (answer) => wordAbout(answer, game),
    () => 'silent' as const,
  );
  return { own, house };
}

function wordAbout({ games }: Verified, game: number): HouseWord {
  const report = games.find(({ number }) => number === game);
  if (!report?.finished || report.checks.length === 0) return 'silent';
  return report.checks.every(({ ok }) => ok) ? 'good' : 'bad';
}
