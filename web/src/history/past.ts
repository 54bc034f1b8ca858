// A player's own games and statistics, as the house sends them, and the figures computed from them.

import type { Words } from './words/en';
import { words as en } from './words/en';
import { words as es } from './words/es';

export const WORDS: Record<string, Words> = { en, es };

export interface SampleSum {
  n: number;
  sum: number;
  squares: number;
  most: number;
}

export interface Other {
  seat: number;
  opponent: string;
  name: string;
  bot: string | null;
  partner: boolean;
  score: number;
}

export interface PastGame {
  code: string;
  number: number;
  game: string;
  at: number;
  deal: string | null;
  replay: boolean;
  claimed: boolean;
  seat: number;
  won: boolean;
  score: number;
  left: boolean;
  figures: Record<string, SampleSum>;
  skill: number | null;
  luck: number | null;
  others: Other[];
}

export interface PastGames {
  games: PastGame[];
  next: string | null;
}

export interface GameSums {
  game: string;
  month: number;
  sums: Record<string, SampleSum>;
}

export interface Met {
  opponent: string;
  name: string | null;
  bot: string | null;
  game: string;
  n: number;
  won: number;
}

export interface Measure {
  key: string;
  rate: boolean;
  par: number | null;
}

export interface Statistics {
  games: GameSums[];
  months: GameSums[];
  opponents: Met[];
  measures: Record<string, Measure[]>;
}

/**
 * The sums of the games that count, month by month, the earliest first. The house sends sums by month only for all opponents
 * together; this computes them from a filtered list of games.
 */
export function monthsOf(games: PastGame[]): GameSums[] {
  const months = new Map<string, GameSums>();
  for (const { game, at, won, skill, luck } of games.filter(({ left, claimed }) => !left && !claimed)) {
    const date = new Date(at);
    const month = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
    const key = `${game}/${month}`;
    const sums: Record<string, SampleSum> = months.get(key)?.sums ?? {};
    months.set(key, {
      game,
      month,
      sums: { ...sums, won: plus(sums.won, won ? 1 : 0), ...(skill === null || luck === null ? {} : { skill: plus(sums.skill, skill * 1e6), luck: plus(sums.luck, luck * 1e6) }) },
    });
  }
  return [...months.values()].sort((one, other) => one.month - other.month);
}

const plus = (sum: SampleSum | undefined, value: number): SampleSum => ({
  n: (sum?.n ?? 0) + 1,
  sum: (sum?.sum ?? 0) + value,
  squares: (sum?.squares ?? 0) + value * value,
  most: Math.max(sum?.most ?? value, value),
});

/** A point of a plot: a value and its 95 % interval; one sample has no interval. */
export interface Point {
  month: number;
  value: number;
  from: number | null;
  to: number | null;
}

/** The share of games won in each month. */
export function winsBy(months: GameSums[]): Point[] {
  return months.flatMap(({ month, sums: { won } }) => {
    if (!won) return [];
    const { rate: value, low, high } = rate(won.sum, won.n);
    return [{ month, value, from: low, to: high }];
  });
}

/** The mean of a measure of reviews in each month, in games won; `sign` is -1 to show skill as a cost. */
export function partsBy(months: GameSums[], measure: 'skill' | 'luck', sign = 1): Point[] {
  return months.flatMap(({ month, sums: { [measure]: figure } }) => {
    if (!figure || figure.n === 0) return [];
    const { mean: middle, margin } = mean(figure);
    const value = (sign * middle) / 1e6;
    const off = margin === null ? null : margin / 1e6;
    return [{ month, value, from: off === null ? null : value - off, to: off === null ? null : value + off }];
  });
}

/** The half width of a 95 % interval in standard deviations. */
const Z = 1.96;

/** A rate with its 95 % interval (Wilson's). */
export function rate(won: number, n: number): { rate: number; low: number; high: number } {
  if (n === 0) return { rate: 0, low: 0, high: 1 };
  const p = won / n;
  const middle = (p + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const spread = (Z * Math.sqrt((p * (1 - p)) / n + (Z * Z) / (4 * n * n))) / (1 + (Z * Z) / n);
  return { rate: p, low: Math.min(p, Math.max(0, middle - spread)), high: Math.max(p, Math.min(1, middle + spread)) };
}

/** A mean with the half width of its 95 % interval; null for a single sample. */
export function mean({ n, sum, squares }: SampleSum): { mean: number; margin: number | null } {
  const mean = n === 0 ? 0 : sum / n;
  if (n < 2) return { mean, margin: null };
  const variance = Math.max(0, squares - n * mean * mean) / (n - 1);
  return { mean, margin: Z * Math.sqrt(variance / n) };
}

/** A filter of games; an empty field accepts all. */
export interface Filter {
  game: string;
  opponent: string;
  result: string;
  period: string;
}

/** The beginning of the chosen period; null if none was chosen. */
function sinceOf({ period }: Filter, now: number): number | null {
  const days = { month: 30, year: 365 }[period];
  return days ? now - days * 24 * 60 * 60 * 1000 : null;
}

/** Whether a filter accepts a game. */
export function fits(game: PastGame, filter: Filter, now: number): boolean {
  const { opponent, result } = filter;
  if (filter.game && game.game !== filter.game) return false;
  if (opponent && !game.others.some((other) => other.opponent === opponent && !other.partner)) return false;
  if (result && game.won !== (result === 'won')) return false;
  return game.at >= (sinceOf(filter, now) ?? 0);
}

/** The query of a page of games. */
export function queryOf(filter: Filter, now: number, before: string | null): string {
  const query = new URLSearchParams();
  if (filter.game) query.set('game', filter.game);
  if (filter.opponent) query.set('opponent', filter.opponent);
  if (filter.result) query.set('won', String(filter.result === 'won'));
  const since = sinceOf(filter, now);
  if (since !== null) query.set('since', String(since));
  if (before) query.set('before', before);
  return query.toString();
}

/** A month as text, such as "Nov 2026". */
export function monthName(month: number, language: string): string {
  const date = new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
  return date.toLocaleDateString(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
