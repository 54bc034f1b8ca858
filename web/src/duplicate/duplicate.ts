// A duplicate match: two tables with the same luck. The house's answers about it, and the functions that ask for them.

import { getOwn } from '$shell/house/api';
import { connection } from '$shell/house/connection.svelte';
import type { Opened } from '$shell/house/open';
import type { Ack } from '$shell/protocol/messages';

export type MatchTeam = 'a' | 'b';

export interface SeatOfTwo {
  seat: number;
  team: MatchTeam;
  nickname?: string;
  bot: boolean;
  you: boolean;
}

export interface TableOfTwo {
  gameCode: string;
  state: 'waiting' | 'playing' | 'over' | 'closed';
  seats: SeatOfTwo[];
  scores?: { a: number; b: number };
}

export interface Match {
  game: string;
  options: Record<string, unknown>;
  commitment: string | null;
  tables: TableOfTwo[];
  result?: { points: { a: number; b: number }; winner?: MatchTeam; void?: 'abandoned' | 'same_player' };
}

/** The games for duplicate matches, with the options of a match. */
export const GAMES: { game: string; options: Record<string, unknown> }[] = [
  { game: 'cribbage', options: { target: 61 } },
  { game: 'texas42', options: { target: 3, forced_bid: '30' } },
];

/** The code of the first table of a duplicate, from the name of its deal; null if it is another deal. */
export function matchOf(deal: string | undefined): string | null {
  const [kind, first] = deal?.split('/') ?? [];
  return kind === 'duplicate' && first ? first : null;
}

export const loadMatch = (code: string): Promise<Match> => getOwn(`/api/duplicates/${code}`);

/** Creates a match and seats its creator at the first table, in the first team. */
export async function openMatch(game: string, nickname: string, options: Record<string, unknown>): Promise<Ack<Opened>> {
  return connection.ask<Opened>('create_game', { game, nickname, options, deal: 'duplicate', table: { pace: 'normal' } });
}

/** Takes a seat without a contribution to the luck, which must be the same at both tables. */
export async function sitDown(gameCode: string, seat: number, nickname: string): Promise<Ack<Opened>> {
  return connection.ask<Opened>('join_game', { gameCode, seat, nickname });
}
