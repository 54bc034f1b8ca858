// The daily deals, as the house describes them.

import { getOwn } from '$shell/house/api';
import { connection } from '$shell/house/connection.svelte';
import type { Opened } from '$shell/house/open';
import type { Ack, Legal } from '$shell/protocol/messages';

export interface Outcome {
  won: boolean;
  score: number;
  lead: number;
}

export interface Yours {
  gameCode: string;
  state: 'playing' | 'over' | 'left';
  outcome?: Outcome;
}

export interface DayDeal {
  game: string;
  options: Record<string, unknown>;
  bot: string;
  commitment: string;
  secret?: string;
  yours?: Yours;
}

export interface DayDeals {
  day: string;
  beginsAt: number;
  endsAt: number;
  closesAt: number;
  deals: DayDeal[];
}

export interface DailyDeals {
  today: DayDeals;
  tomorrow: DayDeals;
  past: DayDeals[];
  streak: number;
}

export interface FieldLine {
  won: boolean;
  lead: number;
  players: number;
}

export interface DailyResult {
  day: string;
  game: string;
  yours?: Yours;
  place?: number;
  of: number;
  field: FieldLine[];
  expert?: { outcome: Outcome; decisions: number; differs?: { same: number; seq?: number; did: Legal; expert: Legal } };
  streak: number;
}

/** The day and the game of a deal's name, as `daily/2026-11-18/cribbage`; null if it is another deal. */
export function dailyOf(deal: string | undefined): { day: string; game: string } | null {
  const [kind, day, game] = deal?.split('/') ?? [];
  return kind === 'daily' && day && game ? { day, game } : null;
}

/** The deals of today, tomorrow and the last days, and how far this player is with them. */
export const loadDaily = (): Promise<DailyDeals> => getOwn('/api/daily');

/** The results of a deal. */
export const loadResult = (day: string, game: string): Promise<DailyResult> => getOwn(`/api/daily/${day}/${game}`);

/** One's table of today's deal: a second time it is the same. */
export async function openDaily(game: string, nickname: string): Promise<Ack<Opened>> {
  return connection.ask<Opened>('create_game', { game, nickname, deal: 'daily', table: { pace: 'normal' } });
}

/** The field as bars: so many lines at most, each with the leads that it stands for. */
export interface Bar {
  from: number;
  to: number;
  players: number;
  mine: boolean;
}

/** More bars than this are no picture. */
const MOST_BARS = 9;

/** Leads in steps of the same width, the best first, with one's own step marked. */
export function barsOf(field: FieldLine[], own: number | undefined): Bar[] {
  if (field.length === 0) return [];
  const leads = field.map(({ lead }) => lead);
  const [most, least] = [Math.max(...leads), Math.min(...leads)];
  const width = Math.max(1, Math.ceil((most - least + 1) / MOST_BARS));
  const bars: Bar[] = [];
  for (let to = most; to >= least; to -= width) {
    const from = Math.max(to - width + 1, least);
    const players = field.filter(({ lead }) => lead >= from && lead <= to).reduce((sum, line) => sum + line.players, 0);
    bars.push({ from, to, players, mine: own !== undefined && own >= from && own <= to });
  }
  return bars;
}

/** A lead as players write it: +13, −4. */
export const signed = (lead: number): string => (lead > 0 ? `+${lead}` : lead < 0 ? `−${-lead}` : '0');
