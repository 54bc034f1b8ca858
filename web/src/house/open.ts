// Opens a table, alone or with bots in the other seats.

import type { Ack, GameInfo } from '$shell/protocol/messages';
import { entropy } from './chance';
import { connection } from './connection.svelte';
import type { House } from './house';
import { promises } from './promises';

export interface NewTable {
  game: string;
  nickname: string;
  options: Record<string, unknown>;
  private: boolean;
  table: { pace: string; hints: boolean; clockSeconds: number | null };
}

export interface Opened {
  gameCode: string;
  seat: number;
  commitment: string;
}

/** Opens a table, and adds this browser's share of the luck after the house has committed itself to its own secret. */
export async function openTable(table: NewTable, house: House = connection): Promise<Ack<Opened>> {
  const opened = await house.ask<Opened>('create_game', table);
  if (!opened.ok) return opened;
  const { gameCode, commitment } = opened;
  promises.forget(gameCode);
  promises.hear(gameCode, 0, commitment);
  const share = entropy();
  const added = await house.ask('add_entropy', { gameCode, entropy: share });
  // A table for one may have begun already; then the game has no share of this browser.
  if (added.ok) promises.add(gameCode, 1, share);
  return opened;
}

/** Opens a table of the game's lesson. It always has the same luck, so this browser adds nothing to it. */
export async function openLesson(game: string, nickname: string, house: House = connection): Promise<Ack<Opened>> {
  return house.ask<Opened>('create_game', { game, nickname, deal: 'lesson', table: { pace: 'normal' } });
}

/** Opens a table with these options, by default the game's first preset, with bots in all other seats. */
export async function openWithBots(game: GameInfo, nickname: string, level = usualLevel(levelsOf(game)), house: House = connection, options = game.presets[0]?.options ?? {}): Promise<Ack<Opened>> {
  const table = { pace: 'normal', hints: true, clockSeconds: null };
  const opened = await openTable({ game: game.key, nickname, options, private: true, table }, house);
  if (!opened.ok) return opened;
  const { gameCode } = opened;
  const synced = await house.ask<{ seats: number; players: unknown[] }>('sync', { gameCode });
  const free = synced.ok ? synced.seats - synced.players.length : 0;
  for (let bot = 0; bot < free; bot += 1) {
    const added = await house.ask<object>('add_bot', { gameCode, level });
    if (!added.ok) return added;
  }
  return opened;
}

/** Whether the game's first preset is for one player. */
export const isSolo = (game: GameInfo | undefined): boolean => game?.presets[0]?.options.seats === 1;

/** The options of a game against bots: the first preset, or for a solo game its last preset for two, which is short. */
export function againstBots(game: GameInfo | undefined): Record<string, unknown> | undefined {
  return (isSolo(game) ? game?.presets.findLast(({ options }) => options.seats === 2) : game?.presets[0])?.options;
}

/** The levels of a game's bots, weakest first. */
export const levelsOf = (game: GameInfo | undefined): string[] => game?.bots.map(({ level }) => level) ?? ['random'];

/** The rounded rating of a level on the scale of all games; undefined if it was not measured. */
export function ratingOf(game: GameInfo | undefined, level: string): number | undefined {
  const rating = game?.bots.find((bot) => bot.level === level)?.rating;
  return rating === undefined ? undefined : 10 * Math.round(rating / 10);
}

/** The preselected level: `medium`, or the best one if there is no `medium`. */
export const usualLevel = (levels: string[]): string =>
  levels.includes('medium') ? 'medium' : (levels.at(-1) ?? 'random');
