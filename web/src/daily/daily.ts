// The daily deals: the house's answers about them, and the functions that ask for them.

import { getOwn } from '$shell/house/api';
import { connection } from '$shell/house/connection.svelte';
import type { Opened } from '$shell/house/open';
import type { Ack, Legal } from '$shell/protocol/messages';

export interface DailyOutcome {
  won: boolean;
  score: number;
  lead: number;
}

export interface Yours {
  gameCode: string;
  state: 'playing' | 'over' | 'left';
  outcome?: DailyOutcome;
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
  expert?: { outcome: DailyOutcome; decisions: number; differs?: { same: number; seq?: number; did: Legal; expert: Legal } };
  streak: number;
}

/** The day and the game from a deal's name such as `daily/2026-11-18/cribbage`; null for other deals. */
export function dailyOf(deal: string | undefined): { day: string; game: string } | null {
  const [kind, day, game] = deal?.split('/') ?? [];
  return kind === 'daily' && day && game ? { day, game } : null;
}

/** Loads the deals of today, tomorrow and the last days, with this player's progress in them. */
export const loadDaily = (): Promise<DailyDeals> => getOwn('/api/daily');

/** Loads the results of a deal. */
export const loadResult = (day: string, game: string): Promise<DailyResult> => getOwn(`/api/daily/${day}/${game}`);

/** Opens the player's table of today's deal. A second call opens the same table. */
export async function openDaily(game: string, nickname: string): Promise<Ack<Opened>> {
  return connection.ask<Opened>('create_game', { game, nickname, deal: 'daily', table: { pace: 'normal' } });
}

/** A bar of the field: how many players had a lead between `from` and `to`. */
export interface Bar {
  from: number;
  to: number;
  players: number;
  mine: boolean;
}

/** More bars than this would be hard to read. */
const MOST_BARS = 9;

/** Groups the leads of the field into bars of the same width, the best first, and marks the player's own bar. */
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

/** A lead with its sign: +13, −4. */
export const signedLead = (lead: number): string => (lead > 0 ? `+${lead}` : lead < 0 ? `−${-lead}` : '0');
