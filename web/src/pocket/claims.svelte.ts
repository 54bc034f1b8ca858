// The finished games of this device, and which of them are in the player's history at the house.
//
// The house replays the journal of a table before it lists its games, and never counts them in
// statistics. Sending a table twice changes nothing, so this record serves only the page. It belongs
// to one player of the house: if this browser becomes another player, that one has its own history.

import { postOwn, Refused } from '$shell/house/api';
import { connection, UNREACHABLE } from '$shell/house/connection.svelte';
import type { Refusal } from '$shell/protocol/messages';
import { pocket } from './pocket.svelte';

const KEY = 'tallyhouse.pocket.claims';

/** A number of games for each table. */
type Counts = Record<string, number>;

/** The record of the tables of this device for one player's history. */
interface Known {
  /** The player's id in the house. */
  player: string;
  added: Counts;
  /** The games that the player does not want to add. */
  declined: Counts;
  /** The games that the house will never accept, with the reason. */
  refused: Record<string, { games: number; code: string }>;
}

/** The result of adding tables. */
export interface Claimed {
  /** The number of their games that are now in the history. */
  games: number;
  refused: { table: string; why: Refusal }[];
}

/** The codes of permanent refusals. */
const FOR_EVER = ['claim/unproved', 'claim/shared_luck', 'claim/too_many', 'wire/too_large', 'wire/malformed'];

class Claims {
  #known: Known = $state.raw(read());
  busy = $state(false);

  /** The tables whose finished games can be offered. */
  get waiting(): string[] {
    const { declined } = this.#own;
    return Object.keys(pocket.finished).filter((code) => !this.isAdded(code) && !has(declined, code) && !this.refusalOf(code));
  }

  /** Whether all finished games of a table are in the history. */
  isAdded(code: string): boolean {
    return has(this.#own.added, code);
  }

  /** The code of the reason why the finished games of a table will never be in the history. */
  refusalOf(code: string): string | undefined {
    const refused = this.#own.refused[code];
    return refused && isAll(refused.games, code) ? refused.code : undefined;
  }

  /** Adds the finished games of these tables. A refused table does not stop the others. */
  async add(codes: string[]): Promise<Claimed> {
    this.busy = true;
    const claimed: Claimed = { games: 0, refused: [] };
    try {
      for (const table of codes) {
        try {
          claimed.games += await this.#addTable(table);
        } catch (error) {
          claimed.refused.push({ table, why: error instanceof Refused ? error : UNREACHABLE });
        }
      }
    } finally {
      this.busy = false;
    }
    return claimed;
  }

  async #addTable(code: string): Promise<number> {
    const n = pocket.finished[code] ?? 0;
    const { player } = this.#own;
    const saved = JSON.parse(await pocket.save(code)) as { tables: { entries: unknown[] }[] };
    const entries = saved.tables[0]?.entries ?? [];
    try {
      const { games } = await postOwn<{ games: number }>('/api/me/claims', { player: pocket.player, entries });
      this.#note(player, ({ added }) => (added[code] = n));
      return games;
    } catch (error) {
      const why = error instanceof Refused ? error.code : '';
      if (FOR_EVER.includes(why)) this.#note(player, ({ refused }) => (refused[code] = { games: n, code: why }));
      throw error;
    }
  }

  /** Stops offering the games finished at these tables so far. */
  decline(codes: string[]): void {
    this.#note(this.#own.player, ({ declined }) => {
      for (const code of codes) declined[code] = pocket.finished[code] ?? 0;
    });
  }

  /** Forgets everything, for example after the player was deleted. */
  forgetAll(): void {
    this.#keep(nothingOf(''));
  }

  /** The record of this browser's player. Until the house has sent the player's id, this is the last player's record. */
  get #own(): Known {
    const { player } = connection;
    return player === null || player === this.#known.player ? this.#known : nothingOf(player);
  }

  /** Notes something about a player, unless this browser has become another player meanwhile. */
  #note(player: string, change: (known: Known) => void): void {
    if (this.#own.player !== player) return;
    const known = structuredClone(this.#own);
    change(known);
    this.#keep(known);
  }

  #keep(known: Known): void {
    this.#known = known;
    try {
      localStorage.setItem(KEY, JSON.stringify(known));
    } catch {
      // Without storage the record lasts until the page is closed.
    }
  }
}

export const claims = new Claims();

/** Whether this number includes all finished games of a table. */
const isAll = (games: number, code: string): boolean => games >= (pocket.finished[code] ?? Infinity);

const has = (counts: Counts, code: string): boolean => isAll(counts[code] ?? 0, code);

function nothingOf(player: string): Known {
  return { player, added: {}, declined: {}, refused: {} };
}

function read(): Known {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Known>;
    // An earlier version of the page did not store the player. Adding those games again changes nothing.
    return known.player === undefined ? nothingOf('') : { ...nothingOf(known.player), ...known };
  } catch {
    return nothingOf('');
  }
}
