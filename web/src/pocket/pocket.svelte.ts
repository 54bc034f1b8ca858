// The house in this device's pocket, as far as every page knows it: whether there is one, which
// tables are in it, whether it can be opened without a network. All that plays is loaded when it is
// first asked for something.

import type { House, Listener, Status } from '$shell/house/house';
import { entropy, randomHex } from '$shell/house/chance';
import type { Ack, EventPayload } from '$shell/protocol/messages';
import type { PastGames } from '$shell/history/past';
import type { Client, Stored } from './client';
import { guestOf } from './guests';
import { lasting } from './lasting.svelte';
import type { Taken } from './taken';

const PLAYER = 'tallyhouse.pocket.player';
const CODES = 'tallyhouse.pocket.codes';
const FINISHED = 'tallyhouse.pocket.finished';

/** What is heard, and who hears it. */
export interface Told {
  to: string;
  event: string;
  payload: EventPayload;
}

export class PocketHouse implements House {
  readonly where = 'pocket';
  /** It opens itself when it is asked. */
  readonly isReady = true;
  readonly hasLobby = false;
  /** Whether this page was built with a pocket. */
  readonly isBuilt: boolean = __POCKET__;
  status: Status = $state('connecting');
  epoch = $state(0);
  /** Whether another window of this browser has the pocket open. */
  elsewhere = $state(false);
  /** Whether it broke so often that it is not opened again. */
  gaveUp = $state(false);
  /** The tables in the pocket. */
  codes: string[] = $state.raw(readCodes());
  /** How many games have ended at each table of the pocket, where any has: known without opening it. */
  finished: Record<string, number> = $state.raw(readFinished());

  readonly player: string = ownPlayer();
  // Nobody draws the listeners.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #listeners = new Set<(told: Told) => void>();
  #client: Promise<Client> | null = null;

  has(code: string): boolean {
    return this.codes.includes(code);
  }

  listen(listener: Listener): () => void {
    return this.listenAs(this.player, listener);
  }

  /** Hears what one of the people at this device hears. */
  listenAs(player: string, listener: Listener): () => void {
    return this.listenToAll(({ to, event, payload }) => to === player && listener(event, payload));
  }

  listenToAll(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  ask<Fields = object>(command: string, fields: object): Promise<Ack<Fields>> {
    return this.askAs<Fields>(this.player, command, fields);
  }

  async askAs<Fields = object>(player: string, command: string, fields: object): Promise<Ack<Fields>> {
    const client = await this.open().catch(() => null);
    if (!client) return { ok: false, error: { code: 'page/unreachable', message: '' } };
    const ack = (await client.command(player, command, { ...fields, commandId: randomHex(12) })) as Ack<Fields>;
    // The first game on this device is worth keeping.
    if (command === 'create_game' && ack.ok && this.codes.length <= 1) void lasting.ask();
    return ack;
  }

  /** One of the people at this device, as a house of their own. */
  as(player: string): House {
    const { where, isReady, hasLobby } = this;
    const [status, epoch] = [() => this.status, () => this.epoch];
    return {
      where,
      isReady,
      hasLobby,
      player,
      get status() {
        return status();
      },
      get epoch() {
        return epoch();
      },
      ask: (command, fields) => this.askAs(player, command, fields),
      listen: (listener) => this.listenAs(player, listener),
    };
  }

  /** Lets guests sit down; what is refused, as a second person of the same name, is left out. */
  readonly seatOthers = async (code: string, names: string[]): Promise<void> => {
    let number = 2;
    for (const name of names) {
      const nickname = name.trim();
      if (nickname === '') continue;
      await this.askAs(guestOf(this.player, number), 'join_game', { gameCode: code, nickname, entropy: entropy() });
      number += 1;
    }
  };

  /** The owner's games that are over, the latest first. */
  past(): Promise<PastGames> {
    return this.get<PastGames>(`/api/me/games?player=${this.player}`);
  }

  /** What the house would answer by plain HTTP. */
  async get<Answer>(path: string, body?: object): Promise<Answer> {
    const client = await this.open();
    return client.look(path, body) as Promise<Answer>;
  }

  async tables(): Promise<Stored[]> {
    return (await this.open()).tables();
  }

  async remove(code: string): Promise<void> {
    await (await this.open()).remove(code);
    this.#keep(this.codes.filter((known) => known !== code));
    this.#keepFinished(Object.fromEntries(Object.entries(this.finished).filter(([known]) => known !== code)));
  }

  /** The journals of all tables, or of one, as a file's text. */
  async save(code?: string): Promise<string> {
    return (await this.open()).save(code);
  }

  /** Takes tables that were saved. */
  async load(text: string): Promise<Taken> {
    return (await this.open()).load(text, this.player);
  }

  /** Opens the pocket, unless it is open. */
  open(): Promise<Client> {
    if (this.#client) return this.#client;
    const started = this.#start();
    this.#client = started;
    started.catch(() => {
      // One that was lost meanwhile has been started anew.
      if (this.#client !== started) return;
      this.#client = null;
      this.status = 'offline';
    });
    return started;
  }

  async #start(): Promise<Client> {
    const { Client } = await import('./client').catch((error: unknown) => {
      this.gaveUp = true;
      throw error;
    });
    const client = await Client.start({
      told: (told) => {
        for (const listener of this.#listeners) listener(told);
      },
      tables: (tables) => {
        this.#keep([...tables.map(({ code }) => code).filter((code) => !this.has(code)), ...this.codes]);
        this.#note(tables);
      },
      lost: (why) => {
        this.#client = null;
        this.status = 'offline';
        this.elsewhere = why === 'taken';
        this.gaveUp = why === 'hopeless';
        // What broke is started anew from the journal; what another window has stays there until it is asked for.
        if (why === 'broken') void this.open().catch(() => undefined);
      },
    });
    const tables = await client.tables();
    this.#keep(tables.map(({ code }) => code));
    this.#note(tables);
    this.elsewhere = false;
    this.status = 'online';
    this.epoch += 1;
    return client;
  }

  /** Notes which games are over. */
  #note(tables: Stored[]): void {
    const news: [string, number][] = [];
    for (const { code, stage, games } of tables) if (stage === 'finished' && this.finished[code] !== games) news.push([code, games]);
    if (news.length > 0) this.#keepFinished({ ...this.finished, ...Object.fromEntries(news) });
  }

  #keepFinished(finished: Record<string, number>): void {
    this.finished = finished;
    try {
      localStorage.setItem(FINISHED, JSON.stringify(finished));
    } catch {
      // Then it is known again when the pocket is opened.
    }
  }

  #keep(codes: string[]): void {
    this.codes = codes;
    try {
      localStorage.setItem(CODES, JSON.stringify(codes));
    } catch {
      // Then they are known until the page is closed.
    }
  }
}

export const pocket = new PocketHouse();

function ownPlayer(): string {
  const fresh = randomHex(12);
  try {
    const known = localStorage.getItem(PLAYER);
    if (known) return known;
    localStorage.setItem(PLAYER, fresh);
  } catch {
    // Then somebody new plays after every visit.
  }
  return fresh;
}

function readFinished(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(FINISHED) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function readCodes(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CODES) ?? '[]');
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  } catch {
    return [];
  }
}
