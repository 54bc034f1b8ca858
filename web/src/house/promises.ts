// The record of what this browser received and sent about the luck of its games. It survives a reload.
//
// The house's promise is worth something only if somebody else wrote it down before the game. So
// every promise is noted here when it arrives, together with whether the game had begun by then, and
// the first value is never replaced. Nothing is judged here.

import type { Told } from '$shell/game/part';
import type { Player } from '$shell/protocol/messages';
import type { Known } from './fair';

interface Entry extends Known {
  code: string;
  game: number;
}

const KEY = 'tallyhouse.promises';

/** About two games for each remembered table; the oldest are forgotten first. */
const MOST = 24;

export class Promises {
  /** Used if nothing can be stored. */
  #memory: Entry[] = [];

  /** The known facts of a game. */
  of(code: string, game: number): Known {
    return this.#load().find((entry) => entry.code === code && entry.game === game) ?? {};
  }

  /** Notes a commitment of the house, received when `begun` games of the table had begun. */
  hear(code: string, begun: number, commitment: string): void {
    const runs = begun > 0 && this.of(code, begun).secret === undefined;
    if (runs) this.#note(code, begun, { begunWith: commitment });
    else this.promise(code, begun + 1, commitment);
  }

  /** Notes the commitment for a game that has not begun. */
  promise(code: string, game: number, commitment: string): void {
    this.#note(code, game, { promised: commitment });
  }

  /** Notes this browser's contribution to the luck of a game, after the house has accepted it. */
  add(code: string, game: number, entropy: string): void {
    this.#note(code, game, { added: entropy });
  }

  /** Notes an event about the start or the end of a game, received when `begun` games had begun. */
  hearTold(code: string, begun: number, { event, payload }: Told, players: Player[]): void {
    const { gameNumber: game } = payload;
    if (event === 'game_started') {
      this.#note(code, game, { begunWith: payload.commitment, used: bySeat(payload.entropy, players), ...(payload.deal && { deal: payload.deal }) });
    } else if (event === 'game_finished') {
      this.#note(code, game, { secret: payload.secret });
      // If messages were missed, the next game may have begun already.
      if (begun === game) this.promise(code, game + 1, payload.nextCommitment);
    }
  }

  /** Forgets the earlier table with this code, because a new table has it. */
  forget(code: string): void {
    this.#keep(this.#load().filter((entry) => entry.code !== code));
  }

  #note(code: string, game: number, news: Known): void {
    const entries = this.#load();
    const known = entries.find((entry) => entry.code === code && entry.game === game);
    const heard = Object.entries(news).filter(([, value]) => value !== undefined);
    // The first value counts.
    const noted: Entry = { ...Object.fromEntries(heard), ...known, code, game };
    this.#keep([noted, ...entries.filter((entry) => entry !== known)].slice(0, MOST));
  }

  /** Reads the entries anew every time, because another window may have noted something. */
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
      // Without storage they are remembered until the page is closed.
    }
  }
}

export const promises = new Promises();

/** The contributions of the players by seat; undefined if a player's seat is unknown. */
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
