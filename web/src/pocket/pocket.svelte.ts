// The house on this device, as every page knows it: whether there is one, which tables it has, and
// whether it is open. The code that plays is loaded at the first request.

import type { House, Listener, Status, Unseated } from '$shell/house/house';
import { entropy, randomHex } from '$shell/house/chance';
import type { Ack, EventPayload } from '$shell/protocol/messages';
import type { PastGames } from '$shell/history/past';
import type { Client, Stored } from './client';
import { guestOf } from './guests';
import { lasting } from './lasting.svelte';
import type { LoadResult } from './taken';

const PLAYER = 'tallyhouse.pocket.player';
const CODES = 'tallyhouse.pocket.codes';
const FINISHED = 'tallyhouse.pocket.finished';

/** An event with the player who receives it. */
export interface PlayerEvent {
  to: string;
  event: string;
  payload: EventPayload;
}

export class PocketHouse implements House {
  readonly where = 'pocket';
  /** Always true, because the first request opens the pocket. */
  readonly isReady = true;
  readonly hasLobby = false;
  /** Whether this page was built with a pocket. */
  readonly isBuilt: boolean = __POCKET__;
  status: Status = $state('connecting');
  epoch = $state(0);
  /** Whether another window of this browser has the pocket open. */
  elsewhere = $state(false);
  /** Whether it has failed so often that it is not opened again. */
  gaveUp = $state(false);
  /** The number of times that a bot could not think and has made a quick move. */
  unthought = $state(0);
  /** The tables in the pocket. */
  codes: string[] = $state.raw(readCodes());
  /** The number of finished games of each table that has any. It is known without opening the pocket. */
  finished: Record<string, number> = $state.raw(readFinished());

  readonly player: string = ownPlayer();
  // The listeners are never drawn.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #listeners = new Set<(told: PlayerEvent) => void>();
  #client: Promise<Client> | null = null;

  has(code: string): boolean {
    return this.codes.includes(code);
  }

  listen(listener: Listener): () => void {
    return this.listenAs(this.player, listener);
  }

  /** Listens to the events for one of the people at this device. */
  listenAs(player: string, listener: Listener): () => void {
    return this.listenToAll(({ to, event, payload }) => to === player && listener(event, payload));
  }

  listenToAll(listener: (told: PlayerEvent) => void): () => void {
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
    // With the first game, the device has something that must not be deleted.
    if (command === 'create_game' && ack.ok && this.codes.length <= 1) void lasting.ask();
    return ack;
  }

  /** A house seen by one of the people at this device. If one of them wants a rematch, all of `people` agree to it: they sit together. */
  as(player: string, people: () => string[] = () => []): House {
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
      ask: async <Fields>(command: string, fields: object) => {
        const others = command === 'rematch' ? people().filter((other) => other !== player) : [];
        for (const other of others) {
          // Only the player who asks adds entropy; it serves the next game for everybody.
          const ack = await this.askAs<Fields>(other, command, { ...fields, entropy: undefined });
          if (!ack.ok) return ack;
        }
        return this.askAs<Fields>(player, command, fields);
      },
      listen: (listener) => this.listenAs(player, listener),
    };
  }

  /** Seats the guests. Returns those who were refused, such as a second person of the same name. */
  readonly seatOthers = async (code: string, names: string[]): Promise<Unseated[]> => {
    const unseated: Unseated[] = [];
    let number = 2;
    for (const name of names) {
      const nickname = name.trim();
      if (nickname === '') continue;
      const ack = await this.askAs(guestOf(this.player, number), 'join_game', { gameCode: code, nickname, entropy: entropy() });
      if (!ack.ok) unseated.push({ name: nickname, why: ack.error });
      number += 1;
    }
    return unseated;
  };

  /** The owner's finished games, the latest first. */
  past(): Promise<PastGames> {
    return this.get<PastGames>(`/api/me/games?player=${this.player}`);
  }

  /** The answer that a house would give over HTTP. */
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

  /** Adds saved tables to this device. */
  async load(text: string): Promise<LoadResult> {
    return (await this.open()).load(text, this.player);
  }

  /** Opens the pocket, unless it is open. */
  open(): Promise<Client> {
    if (this.#client) return this.#client;
    const started = this.#start();
    this.#client = started;
    started.catch(() => {
      // A worker that was lost meanwhile has been restarted already.
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
      unthought: () => (this.unthought += 1),
      lost: (why) => {
        this.#client = null;
        this.status = 'offline';
        this.elsewhere = why === 'taken';
        this.gaveUp = why === 'hopeless';
        // After a failure the pocket restarts from the journal. If another window has taken it, it stays there until the next request.
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

  /** Notes how many games have ended. */
  #note(tables: Stored[]): void {
    const news: [string, number][] = [];
    for (const { code, ended } of tables) if (ended > 0 && this.finished[code] !== ended) news.push([code, ended]);
    if (news.length > 0) this.#keepFinished({ ...this.finished, ...Object.fromEntries(news) });
  }

  #keepFinished(finished: Record<string, number>): void {
    this.finished = finished;
    try {
      localStorage.setItem(FINISHED, JSON.stringify(finished));
    } catch {
      // Without storage this is known again when the pocket is opened.
    }
  }

  #keep(codes: string[]): void {
    this.codes = codes;
    try {
      localStorage.setItem(CODES, JSON.stringify(codes));
    } catch {
      // Without storage the codes are remembered until the page is closed.
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
    // Without storage every visit has a new player.
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
