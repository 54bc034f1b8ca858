// Finished games of this device, and which of them are in one's history in the house.
//
// The house plays the journal of a table again before it lists its games, and never counts them.
// To send a table twice changes nothing there, so what is remembered here is only for the page. It
// is true of one player of the house: whoever this browser becomes later has a history of their own.

import { postOwn, Refused } from '$shell/house/api';
import { connection, UNREACHABLE } from '$shell/house/connection.svelte';
import type { Refusal } from '$shell/protocol/messages';
import { pocket } from './pocket.svelte';

const KEY = 'tallyhouse.pocket.claims';

/** So many games of each table. */
type Counts = Record<string, number>;

/** What is known of the tables of this device, as far as a player's history goes. */
interface Known {
  /** The player's id in the house. */
  player: string;
  added: Counts;
  /** Those that the player leaves here. */
  declined: Counts;
  /** Those that the house will never take, and why. */
  refused: Record<string, { games: number; code: string }>;
}

/** What came of adding tables. */
export interface Claimed {
  /** How many of their games are in the history now. */
  games: number;
  refused: { table: string; why: Refusal }[];
}

/** What is refused with these is refused for ever. */
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

  /** Adds the finished games of these tables, each whatever becomes of the others. */
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

  /** Offers the games that are over at these tables no more. */
  decline(codes: string[]): void {
    this.#note(this.#own.player, ({ declined }) => {
      for (const code of codes) declined[code] = pocket.finished[code] ?? 0;
    });
  }

  /** Forgets all of it, as for a player who is no more. */
  forgetAll(): void {
    this.#keep(nothingOf(''));
  }

  /** What is known of the player of this browser. While the house has not told who that is, it is who was here last. */
  get #own(): Known {
    const { player } = connection;
    return player === null || player === this.#known.player ? this.#known : nothingOf(player);
  }

  /** Notes something about a player, unless this browser has become somebody else meanwhile. */
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
      // Then it is known until the page is closed.
    }
  }
}

export const claims = new Claims();

/** Whether so many games of a table are all that are over. */
const isAll = (games: number, code: string): boolean => games >= (pocket.finished[code] ?? Infinity);

const has = (counts: Counts, code: string): boolean => isAll(counts[code] ?? 0, code);

function nothingOf(player: string): Known {
  return { player, added: {}, declined: {}, refused: {} };
}

function read(): Known {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Known>;
    // An earlier page did not write down whose it was: to add those games again changes nothing.
    return known.player === undefined ? nothingOf('') : { ...nothingOf(known.player), ...known };
  } catch {
    return nothingOf('');
  }
}
