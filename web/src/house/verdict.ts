// The verdict on the luck of a finished game: this browser's own findings and, separately, the
// statement of the house.
//
// The house is asked last and cannot change the findings. If the promise is already broken, the house
// is not asked: its answer could only hide that.

import { getOfTable } from './api';
import { compare, type Findings, type Known } from './fair';

/** The answer of `/api/tables/{code}/verify`. */
export interface Verified {
  good: boolean;
  games: { number: number; finished: boolean; checks: { ok: boolean }[] }[];
}

/** The statement of the house about the deals of a game. */
export type HouseWord = 'good' | 'bad' | 'silent';

export interface Verdict {
  own: Findings;
  /** Null if the house was not asked. */
  house: HouseWord | null;
}

const askHouse = (code: string): Promise<Verified> => getOfTable<Verified>(code, 'verify');

/** Checks a finished game with the facts that this browser has noted. */
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
