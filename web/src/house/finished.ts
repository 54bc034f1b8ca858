// Loads a table for a replay or review. The players of a closed table are read from its journal.

import type { Player, Sync } from '$shell/protocol/messages';
import { getOfTable } from './api';
import { houseOf } from './houses';
import { withKey } from './keys';

/** The parts of a journal entry that are read here. */
export interface Entry {
  fact: {
    opened?: { game: string; options: Record<string, unknown>; settings: Sync['table']; private: boolean; host: string };
    seated?: { seat: number; player: string; nickname: string; bot: Player['level'] | null };
    started?: { number: number };
  };
}

/** The table as the house describes it now, or from its journal if it is closed; null if there is no table that this player may see. */
export async function finishedTable(code: string): Promise<Sync | null> {
  const house = houseOf(code);
  const ack = await house.ask<Sync>('sync', { gameCode: code, ...withKey(code) });
  if (ack.ok) return ack;
  const journal = await getOfTable<Entry[]>(code, 'journal').catch(() => []);
  return fromJournal(code, journal, house.player);
}

/** A closed table from its journal; `me` is the viewer's id. */
export function fromJournal(code: string, journal: Entry[], me: string | null): Sync | null {
  const facts = journal.map(({ fact }) => fact);
  const opened = facts.find((fact) => fact.opened)?.opened;
  if (!opened) return null;
  // A seat belongs to the last player who sat down in it.
  const chairs = new Map(facts.flatMap(({ seated }) => (seated ? [[seated.seat, seated] as const] : [])));
  const players = [...chairs.values()].map(({ seat, player, nickname, bot }): Player => {
    return { uuid: player, nickname, seat, position: seat + 1, connected: true, bot: bot !== null, ...(bot ? { level: bot } : {}) };
  });
  return {
    gameCode: code,
    game: opened.game,
    options: opened.options,
    table: opened.settings,
    private: opened.private,
    host: opened.host,
    seats: players.length,
    players,
    seat: players.find(({ uuid }) => uuid === me)?.seat ?? null,
    gameNumber: Math.max(0, ...facts.map(({ started }) => started?.number ?? 0)),
    seq: 0,
    view: {},
    legal: [],
    clocks: [],
  } as unknown as Sync;
}
