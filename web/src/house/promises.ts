// What this browser heard and said about the luck of its games, kept through a reload.
//
// The house's promise is worth something only if somebody else wrote it down before the game. So
// it is noted here as it comes, together with whether the game had begun by then, and what was
// noted first is never replaced. Nothing is judged here.

import type { Told } from '$shell/game/part';
import type { Player } from '$shell/protocol/messages';
import type { Known } from './fair';

interface Entry extends Known {
  code: string;
  game: number;
}

const KEY = 'tallyhouse.promises';

/** About two games for each table that is remembered; the oldest are forgotten first. */
const MOST = 24;

export class Promises {
  /** Stands in where nothing can be stored. */
  #memory: Entry[] = [];

  /** What is known of a game. */
  of(code: string, game: number): Known {
    return this.#load().find((entry) => entry.code === code && entry.game === game) ?? {};
  }

  /** The house said what is promised, while `begun` games of the table had begun. */
  hear(code: string, begun: number, commitment: string): void {
    const runs = begun > 0 && this.of(code, begun).secret === undefined;
    if (runs) this.#note(code, begun, { begunWith: commitment });
    else this.promise(code, begun + 1, commitment);
  }

  /** The house promised something about a game that has not begun. */
  promise(code: string, game: number, commitment: string): void {
    this.#note(code, game, { promised: commitment });
  }

  /** This browser added to the luck of a game, and the house took it. */
  add(code: string, game: number, entropy: string): void {
    this.#note(code, game, { added: entropy });
  }

  /** The house told of the beginning or the end of a game, while `begun` games had begun. */
  hearTold(code: string, begun: number, { event, payload }: Told, players: Player[]): void {
    const { gameNumber: game } = payload;
    if (event === 'game_started') {
      this.#note(code, game, { begunWith: payload.commitment, used: bySeat(payload.entropy, players), ...(payload.deal && { deal: payload.deal }) });
    } else if (event === 'game_finished') {
      this.#note(code, game, { secret: payload.secret });
      // Among messages that were missed, the next game may have begun as well.
      if (begun === game) this.promise(code, game + 1, payload.nextCommitment);
    }
  }

  /** A new table has this code. */
  forget(code: string): void {
    this.#keep(this.#load().filter((entry) => entry.code !== code));
  }

  #note(code: string, game: number, news: Known): void {
    const entries = this.#load();
    const known = entries.find((entry) => entry.code === code && entry.game === game);
    const heard = Object.entries(news).filter(([, value]) => value !== undefined);
    // What was said first counts.
    const noted: Entry = { ...Object.fromEntries(heard), ...known, code, game };
    this.#keep([noted, ...entries.filter((entry) => entry !== known)].slice(0, MOST));
  }

  /** Always read anew: another window may have noted something. */
  #load(): Entry[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return this.#memory;
    }
  }

  #keep(entries: Entry[]): void {
    this.#memory = entries;
    try {
      localStorage.setItem(KEY, JSON.stringify(entries));
    } catch {
      // Then they are known until the page is closed.
    }
  }
}

export const promises = new Promises();

/** What players added, by their seats; undefined if it is not known where somebody sat. */
function bySeat(entropy: Record<string, string | null>, players: Player[]): Known['used'] {
  const seated = players.toSorted((a, b) => a.seat - b.seat).map(({ uuid }) => uuid);
  const all = seated.length === Object.keys(entropy).length && seated.every((uuid) => uuid in entropy);
  return all ? seated.map((uuid) => entropy[uuid] ?? null) : undefined;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { code, game } = value as Partial<Entry>;
  return typeof code === 'string' && typeof game === 'number';
}
