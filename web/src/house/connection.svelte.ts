// The one connection to the house: identity, commands with their acks, and every event.
//
// A command gets an id and is sent again until it is answered, so that a lost connection never
// loses a move and never makes it twice. This code knows no game and no table.

import { io, type Socket } from 'socket.io-client';
import type { Ack, EventPayload, Refusal } from '$shell/protocol/messages';
import { commandId } from './chance';
import type { House, Listener, Status } from './house';
import { forgetToken, keepToken, ownToken } from './keys';

/** After this time without an answer, the house counts as unreachable. */
export const PATIENCE_MILLIS = 6_000;

/** The time to wait for an ack before the command is sent again. */
const ACK_MILLIS = 8_000;

/** After this many unanswered tries the player is told. */
const TRIES = 8;

/** The wait before reconnecting after the house has disconnected the page. */
const SHOWN_OUT_MILLIS = 1_000;

/** The wait before reconnecting after a temporary refusal, for example from a house that is closing. */
const REFUSED_MILLIS = 2_000;

/** The shortest wait before repeating a command that exceeded the rate limit. */
const TOO_QUICK_MILLIS = 700;

/** If the house asks for a longer wait, the page does not wait but tells the player. */
const LONGEST_MOMENT_MILLIS = 3_000;

export class Connection implements House {
  readonly where = 'house';
  readonly hasLobby = true;
  status: Status = $state('connecting');
  /** This browser's public id, once the house has told it. */
  player: string | null = $state(null);
  /** The announcement of the operator; empty if there is none. */
  announcement = $state('');
  /** Why the house refuses this browser, if waiting does not help. */
  shutOut: Refusal | null = $state(null);
  /** The number of connections to the house so far. It changes with every reconnection. */
  epoch = $state(0);

  // The listeners are never drawn.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #listeners = new Set<Listener>();
  #socket: Socket | null = null;
  /** The wait before reconnecting after a disconnection by the house. A house that closes announces it before. */
  #comeBackMillis = SHOWN_OUT_MILLIS;

  /** Resolves when it is known whether the house can be reached. */
  readonly settled: Promise<void>;
  #settle: () => void = () => undefined;

  constructor() {
    this.settled = new Promise((settle) => (this.#settle = settle));
  }

  get isReady(): boolean {
    return this.status === 'online';
  }

  /** Connects, and keeps reconnecting from then on. */
  open(): void {
    if (this.#socket) return;
    const socket = io({
      auth: (give) => give({ token: ownToken() ?? undefined }),
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: 300,
      reconnectionDelayMax: 4_000,
    });
    this.#socket = socket;
    // A network that drops everything reports no error.
    setTimeout(() => this.status === 'connecting' && this.#turns('offline'), PATIENCE_MILLIS);
    socket.on('session', ({ playerUuid, token }: { playerUuid: string; token: string }) => {
      keepToken(token);
      this.player = playerUuid;
      this.#turns('online');
      this.epoch += 1;
    });
    socket.on('disconnect', (reason) => {
      this.#turns('offline');
      // A client that the house disconnected, for example because it fell behind, must come back by itself.
      if (reason === 'io server disconnect') setTimeout(() => socket.connect(), this.#comeBackMillis);
      this.#comeBackMillis = SHOWN_OUT_MILLIS;
    });
    socket.on('house_closing', ({ retryAfterMs }: { retryAfterMs: number }) => (this.#comeBackMillis = retryAfterMs));
    socket.on('announcement', ({ message }: { message: string }) => (this.announcement = message));
    socket.on('connect_error', (error: Error & { data?: Partial<Refusal> }) => {
      this.#turns('offline');
      // An active socket retries by itself; after a refusal by the house it does not.
      if (socket.active) return;
      this.shutOut = lastingRefusal(error.message);
      if (!this.shutOut) setTimeout(() => socket.connect(), error.data?.retryAfterMs ?? REFUSED_MILLIS);
    });
    socket.onAny((event: string, payload: EventPayload) => {
      for (const listener of this.#listeners) listener(event, payload);
    });
  }

  #turns(status: Status): void {
    this.status = status;
    this.#settle();
  }

  /** Connects as a new player, if the old token is no longer valid. */
  startAnew(): void {
    forgetToken();
    this.shutOut = null;
    this.#socket?.connect();
  }

  /** Connects as the player of another device. */
  becomes(token: string): void {
    keepToken(token);
    this.#socket?.disconnect().connect();
  }

  /** Passes every event to the listener until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a command until it is answered. */
  async ask<Fields = object>(command: string, fields: object): Promise<Ack<Fields>> {
    const payload = { ...fields, commandId: commandId() };
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        await this.#connected();
        const ack: Ack<Fields> = await this.#send(command, payload);
        if (ack.ok || ack.error.code !== 'wire/rate_limited') return ack;
        // If the wait is longer than a moment, the player is told.
        const { retryAfterMs = TOO_QUICK_MILLIS } = ack.error;
        if (retryAfterMs > LONGEST_MOMENT_MILLIS) return ack;
        await pause(Math.max(retryAfterMs, TOO_QUICK_MILLIS));
      } catch {
        // There was no answer in time. Another try is harmless, because it has the same id.
      }
    }
    return { ok: false, error: UNREACHABLE };
  }

  async #send<Fields>(command: string, payload: object): Promise<Ack<Fields>> {
    if (!this.#socket) throw new Error('the connection was never opened');
    return this.#socket.timeout(ACK_MILLIS).emitWithAck(command, payload);
  }

  /** Waits for the connection, so that tries are not used up while there is none. */
  async #connected(): Promise<void> {
    const socket = this.#socket;
    if (!socket || socket.connected) return;
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  }
}

/** The refusal for a command without an answer. Its code is the page's own. */
export const UNREACHABLE: Refusal = { code: 'page/unreachable', message: '' };

export const connection = new Connection();

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** The refusal in the text of a `connect_error`, "code: sentence", if waiting does not help. */
export function lastingRefusal(text: string): Refusal | null {
  const [code = ''] = text.split(': ', 1);
  const lasts = code.startsWith('token/') || code === 'house/banned';
  return lasts ? { code, message: text.slice(code.length + 2) } : null;
}
