// Finished games of this device, and which of them are in one's history in the house.
//
// The house plays the journal of a table again before it lists its games, and never counts them.
// To send a table twice changes nothing there, so what is remembered here is only for the page.

import { postOwn, Refused } from '$shell/house/api';
import { pocket } from './pocket.svelte';

const KEY = 'tallyhouse.pocket.claims';

/** So many games of each table. */
type Counts = Record<string, number>;

class Claims {
  /** Those that were added, and those that need not be offered. */
  #known: { added: Counts; declined: Counts } = $state.raw(read());
  busy = $state(false);

  /** The tables whose finished games can be offered. */
  get waiting(): string[] {
    return Object.keys(pocket.finished).filter((code) => !this.isAdded(code) && !has(this.#known.declined, code));
  }

  /** Whether all finished games of a table are in the history. */
  isAdded(code: string): boolean {
    return has(this.#known.added, code);
  }

  /** Adds the finished games of these tables, and says how many of them are in the history now. Refusals are thrown. */
  async add(codes: string[]): Promise<number> {
    this.busy = true;
    let games = 0;
    try {
      for (const code of codes) games += await this.#addTable(code);
    } finally {
      this.busy = false;
    }
    return games;
  }

  async #addTable(code: string): Promise<number> {
    const n = pocket.finished[code] ?? 0;
    const saved = JSON.parse(await pocket.save(code)) as { tables: { entries: unknown[] }[] };
    const entries = saved.tables[0]?.entries ?? [];
    try {
      const { games } = await postOwn<{ games: number }>('/api/me/claims', { player: pocket.player, entries });
      this.#keep({ ...this.#known, added: { ...this.#known.added, [code]: n } });
      return games;
    } catch (error) {
      // A lesson does not count as a game, and need not be mentioned.
      if (!(error instanceof Refused) || error.code !== 'claim/shared_luck') throw error;
      this.decline([code]);
      return 0;
    }
  }

  /** Offers the games that are over at these tables no more. */
  decline(codes: string[]): void {
    const counts = codes.map((code) => [code, pocket.finished[code] ?? 0] as const);
    this.#keep({ ...this.#known, declined: { ...this.#known.declined, ...Object.fromEntries(counts) } });
  }

  #keep(known: { added: Counts; declined: Counts }): void {
    this.#known = known;
    try {
      localStorage.setItem(KEY, JSON.stringify(known));
    } catch {
      // Then it is known until the page is closed.
    }
  }
}

export const claims = new Claims();

/** Whether the counts have all finished games of a table. */
const has = (counts: Counts, code: string): boolean => (counts[code] ?? 0) >= (pocket.finished[code] ?? Infinity);

function read(): { added: Counts; declined: Counts } {
  const none = { added: {}, declined: {} };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) };
  } catch {
    return none;
  }
}
