// A player's own games and what they add up to, as the house tells it, and the figures made of it.

import type { Words } from './words/en';
import { words as en } from './words/en';
import { words as es } from './words/es';

export const WORDS: Record<string, Words> = { en, es };

export interface Figure {
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
  figures: Record<string, Figure>;
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
  sums: Record<string, Figure>;
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

/** How far from the middle nineteen of twenty samples lie, in standard deviations. */
const Z = 1.96;

/** A rate with the interval that holds the true one nineteen times in twenty (Wilson's). */
export function rate(won: number, n: number): { rate: number; low: number; high: number } {
  if (n === 0) return { rate: 0, low: 0, high: 1 };
  const p = won / n;
  const middle = (p + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const spread = (Z * Math.sqrt((p * (1 - p)) / n + (Z * Z) / (4 * n * n))) / (1 + (Z * Z) / n);
  return { rate: p, low: Math.min(p, Math.max(0, middle - spread)), high: Math.max(p, Math.min(1, middle + spread)) };
}

/** A mean, and how far the true one may be from it; nothing is known of that from one sample. */
export function mean({ n, sum, squares }: Figure): { mean: number; margin: number | null } {
  const mean = n === 0 ? 0 : sum / n;
  if (n < 2) return { mean, margin: null };
  const variance = Math.max(0, squares - n * mean * mean) / (n - 1);
  return { mean, margin: Z * Math.sqrt(variance / n) };
}

/** The query of a page of games. */
export function queryOf(filter: { game: string; opponent: string; result: string; period: string }, now: number, before: string | null): string {
  const query = new URLSearchParams();
  if (filter.game) query.set('game', filter.game);
  if (filter.opponent) query.set('opponent', filter.opponent);
  if (filter.result) query.set('won', String(filter.result === 'won'));
  const days = { month: 30, year: 365 }[filter.period];
  if (days) query.set('since', String(now - days * 24 * 60 * 60 * 1000));
  if (before) query.set('before', before);
  return query.toString();
}

/** A month as people write it, as "Nov 2026". */
export function monthName(month: number, language: string): string {
  const date = new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
  return date.toLocaleDateString(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
