// Adds tables that another device saved to a file. Each is added by itself, even if others are refused.

import { Refused } from '$shell/house/refused';
import type { Refusal } from '$shell/protocol/messages';
import type { Stored } from './client';
import { withOwner } from './guests';
import type { Written } from './journal';

/** The result of loading a file. */
export interface LoadResult {
  /** The number of its tables that are new on this device. */
  taken: number;
  /** The reason for each refused table. Tables that were here already are not refused. */
  refused: Refusal[];
}

export interface Shelf {
  /** The codes of the tables on this device. */
  known: Set<string>;
  /** The state of the table of a journal, or the reason why it is refused. */
  check(entries: string): { ok?: Stored; error?: Refusal };
  /** Writes a whole table, or throws if nothing was written. */
  write(written: Written[], table: Stored): Promise<void>;
}

export const UNWRITTEN: Refusal = { code: 'page/unwritten', message: 'this device cannot store it: make room and try again' };
const NO_FILE: Refusal = { code: 'wire/malformed', message: 'this is not a file of saved games' };
const DAMAGED: Refusal = { code: 'table/damaged', message: 'the record of this table is damaged' };

/** Adds the tables of a file. The owner of this device replaces the player who opened them. Throws if the file has no list of tables. */
export async function takeTables(text: string, player: string, shelf: Shelf): Promise<LoadResult> {
  const done: LoadResult = { taken: 0, refused: [] };
  for (const saved of tablesOf(text)) {
    const what = await takeTable(saved, player, shelf);
    if (what === 'new') done.taken += 1;
    else if (what !== 'known') done.refused.push(what);
  }
  return done;
}

const noFile = (): Refused => new Refused(NO_FILE.code, NO_FILE.message);

function tablesOf(text: string): unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw noFile();
  }
  const { tables } = (file ?? {}) as { tables?: unknown };
  if (!Array.isArray(tables)) throw noFile();
  return tables;
}

/** Adds a table and says whether it was new, known, or why it was refused. */
async function takeTable(saved: unknown, player: string, { known, check, write }: Shelf): Promise<'new' | 'known' | Refusal> {
  const { host, entries } = (saved ?? {}) as { host?: unknown; entries?: unknown };
  if (typeof host !== 'string' || !Array.isArray(entries)) return DAMAGED;
  const own = withOwner(JSON.stringify(entries), host, player);
  const { ok: table, error } = check(own);
  if (!table) return error ?? DAMAGED;
  if (known.has(table.code)) return 'known';
  const written = (JSON.parse(own) as Written['entry'][]).map((entry) => ({ code: table.code, entry }));
  try {
    await write(written, table);
  } catch {
    return UNWRITTEN;
  }
  known.add(table.code);
  return 'new';
}
