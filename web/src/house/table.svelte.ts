// One table as this browser sees it: the view as `sync` gives it, and the events that led there.
//
// Events say what happened, for sentences and small movements; the view is always asked for anew
// after them, so the page cannot drift from the house. Requests are merged: while one `sync` is
// under way, any number of events lead to one more.

import type { Told } from '$shell/game/part';
import type { Ack, EventPayload, Refusal, Sync } from '$shell/protocol/messages';
import { entropy } from './chance';
import { pause, UNREACHABLE, type Connection } from './connection.svelte';
import { promises } from './promises';
import { Sequence } from './sequence';

/** As many messages as the house replays: about one deal. */
const REPLAYED = 32;

/** As many as are kept for the log. */
const KEPT = 400;

/** A page that asks at most so often stays far below the house's limits. */
const BETWEEN_SYNCS_MILLIS = 120;

export class TableSession {
  readonly code: string;
  /** Null until the house has answered. */
  state: Sync | null = $state.raw(null);
  told: Told[] = $state.raw([]);
  /** Why there is no table. */
  refusal: Refusal | null = $state.raw(null);
  closed = $state(false);
  /** When `state.clocks` was told, by `performance.now()`. */
  clocksAt = $state(0);

  readonly #connection: Connection;
  readonly #sequence = new Sequence();
  readonly #stopListening: () => void;
  #syncing = false;
  #again = false;
  #left = false;

  constructor(connection: Connection, code: string) {
    this.#connection = connection;
    this.code = code;
    this.#stopListening = connection.listen((event, payload) => this.#hear(event, payload));
  }

  /** Asks for the table as it is now; to be called at first and after every reconnection. */
  async refresh(): Promise<void> {
    if (this.#syncing) {
      this.#again = true;
      return;
    }
    this.#syncing = true;
    do {
      this.#again = false;
      await this.#sync();
      await pause(BETWEEN_SYNCS_MILLIS);
    } while (this.#again && !this.#left);
    this.#syncing = false;
  }

  /** Sends a command at this table. */
  async ask<Fields = object>(command: string, fields: object = {}): Promise<Ack<Fields>> {
    const ack = await this.#connection.ask<Fields>(command, { gameCode: this.code, ...fields });
    void this.refresh();
    return ack;
  }

  join(nickname: string, seat?: number): Promise<Ack> {
    return this.#askWithShare('join_game', { nickname, ...(seat === undefined ? {} : { seat }) });
  }

  rematch(): Promise<Ack> {
    return this.#askWithShare('rematch', {});
  }

  /** A command that adds to the luck of the next game. */
  async #askWithShare(command: string, fields: object): Promise<Ack> {
    const game = (this.state?.gameNumber ?? 0) + 1;
    const share = entropy();
    const ack = await this.ask(command, { ...fields, entropy: share });
    if (ack.ok) promises.add(this.code, game, share);
    return ack;
  }

  /** Stops hearing; the chair stays. */
  leavePage(): void {
    this.#left = true;
    this.#stopListening();
  }

  async #sync(): Promise<void> {
    const first = this.#sequence.last === null;
    const since = this.#sequence.last ?? undefined;
    const ack = await this.#connection.ask<Sync>('sync', { gameCode: this.code, since });
    if (this.#left) return;
    if (!ack.ok) {
      this.refusal = ack.error;
      // No event may come to wake a page that waits for its own player: it must ask again itself.
      this.#again ||= ack.error === UNREACHABLE;
      return;
    }
    const missed = first ? await this.#recent(ack.seq) : ack.events;
    const told = (missed ?? []).map(({ event, payload }) => ({ event, payload, seq: payload.seq }));
    for (const one of told) promises.hearTold(this.code, ack.gameNumber, one, ack.players);
    promises.hear(this.code, ack.gameNumber, ack.commitment);
    this.#tellAll(told);
    this.#sequence.advance(Math.max(ack.seq, this.#sequence.last ?? 0));
    this.refusal = null;
    this.clocksAt = performance.now();
    this.state = ack;
  }

  /** What was told before this page was opened, so that the log does not begin empty. */
  async #recent(seq: number): Promise<Sync['events']> {
    const since = Math.max(0, seq - REPLAYED);
    const ack = await this.#connection.ask<Sync>('sync', { gameCode: this.code, since });
    return ack.ok ? ack.events?.filter(({ payload }) => payload.seq <= seq) : undefined;
  }

  #hear(event: string, payload: EventPayload): void {
    if (payload?.gameCode !== this.code || this.#left) return;
    if (event === 'table_closed') this.closed = true;
    if (typeof payload.seq === 'number') this.#take({ event, payload, seq: payload.seq });
    void this.refresh();
  }

  #take(told: Told): void {
    switch (this.#sequence.judge(told.seq)) {
      case 'new':
        this.#sequence.advance(told.seq);
        this.#tellAll([told]);
        if (this.state) promises.hearTold(this.code, told.payload.gameNumber, told, this.state.players);
        break;
      case 'restarted':
        this.#sequence.forget();
        break;
      case 'gap':
      case 'known':
        // The sync that follows brings what is missing.
        break;
    }
  }

  #tellAll(all: Told[]): void {
    const last = this.told.at(-1)?.seq ?? -1;
    const fresh = all.filter(({ seq }) => seq > last);
    if (fresh.length > 0) this.told = [...this.told, ...fresh].slice(-KEPT);
  }
}
