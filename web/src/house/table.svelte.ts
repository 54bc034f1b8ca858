// One table as this browser sees it: the pushed state, and the messages that led to it.
//
// The house reports events in numbered messages. After the messages of one moment it sends the new
// state of the table as `state`. Messages and state are shown together, so the log and the view never
// disagree. The page asks the house (`sync`) only if that is not enough: at first, after a
// reconnection, when something is missing, and when this player's seat has changed, because each
// seat has its own count of messages. Requests are merged: while one is under way, any number of
// reasons lead to at most one more.

import type { Told } from '$shell/game/part';
import type { Ack, EventPayload, Refusal, State, Sync } from '$shell/protocol/messages';
import { entropy } from './chance';
import { pause, UNREACHABLE } from './connection.svelte';
import type { House } from './house';
import { withNews } from './news';
import { withKey } from './keys';
import { promises } from './promises';
import { Sequence } from './sequence';

/** The number of messages that the house replays: about one deal. */
const REPLAYED = 32;

/** The number of messages kept for the log. */
const KEPT = 400;

/** The shortest time between two requests. It keeps the page far below the house's limits. */
const BETWEEN_SYNCS_MILLIS = 120;

/** The part of a house that a table needs. */
export type TableHouse = Pick<House, 'ask' | 'listen' | 'player'>;

export class TableSession {
  readonly code: string;
  /** Null until the house has answered. */
  state: Sync | null = $state.raw(null);
  told: Told[] = $state.raw([]);
  /** Why there is no table. */
  refusal: Refusal | null = $state.raw(null);
  closed = $state(false);
  /** When `state.clocks` arrived, by `performance.now()`. */
  clocksAt = $state(0);
  /** Changes when the numbers of `told` start again, for example in another seat. */
  stream = $state(0);

  readonly #line: TableHouse;
  readonly #sequence = new Sequence();
  readonly #stopListening: () => void;
  /** The table after all received messages, with the view of the last state. */
  #table: Sync | null = null;
  /** The messages that wait for their state. */
  #waiting: Told[] = [];
  #syncing = false;
  #again = false;
  #left = false;
  /** Whether a seat is being taken. Until the house answers, it is unknown which seat's numbers arrive. */
  #sittingDown = false;
  /** Whether somebody may have left the running game. */
  #someLeft = false;
  /** The number of restarts. An answer to a request from before a restart is ignored. */
  #forgotten = 0;

  constructor(line: TableHouse, code: string) {
    this.#line = line;
    this.code = code;
    this.#stopListening = line.listen((event, payload) => this.#hear(event, payload));
  }

  /** The id of this browser's player at the house of this table. */
  get player(): string | null {
    return this.#line.player;
  }

  /** Loads the current state of the table; to be called at first and after every reconnection. */
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
    } while ((this.#again || this.#sequence.lacks) && !this.#left);
    this.#syncing = false;
  }

  /** Sends a command at this table. The events that it causes arrive before the answer. */
  ask<Fields = object>(command: string, fields: object = {}): Promise<Ack<Fields>> {
    return this.#line.ask<Fields>(command, { gameCode: this.code, ...fields });
  }

  async join(nickname: string, seat?: number): Promise<Ack> {
    this.#sittingDown = true;
    const ack = await this.#askWithShare('join_game', { nickname, ...(seat === undefined ? {} : { seat }) });
    this.#sittingDown = false;
    if (ack.ok) this.#startOver();
    else void this.refresh();
    return ack;
  }

  /** Agrees that a spectator may take the seat of a player who has left, or withdraws this agreement. */
  offer(seat: number, agree: boolean): Promise<Ack> {
    return this.ask('offer_seat', { seat, agree });
  }

  rematch(): Promise<Ack> {
    return this.#askWithShare('rematch', {});
  }

  /** Stops listening. The player keeps the seat. */
  leavePage(): void {
    this.#left = true;
    this.#stopListening();
  }

  /** Sends a command with a contribution to the luck of the next game. */
  async #askWithShare(command: string, fields: object): Promise<Ack> {
    const game = (this.#table?.gameNumber ?? 0) + 1;
    const share = entropy();
    const ack = await this.ask(command, { ...fields, entropy: share });
    if (ack.ok) promises.add(this.code, game, share);
    return ack;
  }

  async #sync(): Promise<void> {
    const { last } = this.#sequence;
    const forgotten = this.#forgotten;
    const isStale = (): boolean => this.#left || forgotten !== this.#forgotten;
    const ack = await this.ask<Sync>('sync', { since: last ?? 0, ...withKey(this.code) });
    if (isStale()) return;
    if (!ack.ok) {
      this.refusal = ack.error;
      this.#sequence.giveUp();
      // If the table waits for this player, no event may ever arrive, so the page must ask again by itself.
      this.#again ||= ack.error === UNREACHABLE;
      return;
    }
    // In another seat, or after the house has restarted its count, the known numbers are useless.
    const otherChair = this.#table !== null && this.#table.seat !== ack.seat;
    if (otherChair || ack.seq < (last ?? 0)) return this.#startOver();
    const missed = ack.events ?? (await this.#recent(ack.seq));
    if (isStale()) return;
    if (ack.seq < (this.#sequence.last ?? 0)) {
      // Newer messages have arrived meanwhile.
      this.#again = true;
      return;
    }
    this.#take(ack, missed);
  }

  /** The last messages up to this one, so that the log does not begin empty. */
  async #recent(seq: number): Promise<Missed> {
    const ack = await this.ask<Sync>('sync', { since: Math.max(0, seq - REPLAYED), ...withKey(this.code) });
    return (ack.ok && ack.events?.filter(({ payload }) => payload.seq <= seq)) || [];
  }

  /** Shows the house's answer. */
  #take({ events, ...table }: Sync, missed: Missed): void {
    const told = missed.map(({ event, payload }) => ({ event, payload, seq: payload.seq }));
    // The messages that were not repeated may include the departure of a player.
    if (!events) this.#someLeft = table.gameNumber > 0;
    for (const one of told) {
      promises.hearTold(this.code, table.gameNumber, one, table.players);
      this.#mindWhoLeft(one);
    }
    promises.hear(this.code, table.gameNumber, table.commitment);
    if (this.#sequence.last === null) {
      this.stream += 1;
      this.told = [];
    }
    this.#sequence.advance(table.seq);
    this.refusal = null;
    this.#waiting.push(...told);
    this.#show(table);
  }

  #hear(event: string, payload: EventPayload): void {
    if (payload?.gameCode !== this.code || this.#left) return;
    if (event === 'table_closed') this.closed = true;
    // A spectator whose key was revoked no longer finds the table.
    if (event === 'share_revoked') {
      this.state = null;
      this.#startOver();
      return;
    }
    if (this.#sittingDown || typeof payload.seq !== 'number') return;
    if (event === 'state') this.#hearState(payload as unknown as State);
    else this.#hearMessage({ event, payload, seq: payload.seq });
  }

  #hearMessage(told: Told): void {
    if (this.#isOwnChair(told)) return this.#startOver();
    switch (this.#sequence.judge(told.seq)) {
      case 'new':
        this.#sequence.advance(told.seq);
        this.#note(told);
        break;
      case 'restarted':
        this.#startOver();
        break;
      case 'gap':
        this.#missSomething();
        break;
      case 'known':
        break;
    }
  }

  #hearState({ seq, view, legal, clocks }: State): void {
    const verdict = this.#sequence.judgeState(seq);
    if (verdict === 'gap') this.#missSomething();
    if (verdict === 'current' && this.#table) this.#show({ ...this.#table, seq, view, legal, clocks });
  }

  /** Adds a message to the log and applies what it says about the table. */
  #note(told: Told): void {
    if (!this.#table) return;
    this.#table = withNews(this.#table, told);
    this.#waiting.push(told);
    const { gameNumber, players } = this.#table;
    promises.hearTold(this.code, gameNumber, told, players);
    this.#mindWhoLeft(told);
    switch (told.event) {
      case 'player_joined':
      case 'opponent_joined':
        // For a player who takes over a seat during a game, the commitment is that of the current game.
        if (!this.#isPlayed()) promises.promise(this.code, gameNumber + 1, told.payload.commitment);
        break;
      case 'game_finished':
        // The seat of a player who left becomes free now, and no message says so.
        if (this.#someLeft) void this.refresh();
        break;
      case 'table_closed':
        // No `state` may follow this message.
        this.#show(this.#table);
        break;
    }
  }

  /** Whether a game is in progress. */
  #isPlayed(): boolean {
    return this.#table !== null && this.#table.gameNumber > 0 && this.#table.view.phase !== 'gameover';
  }

  #mindWhoLeft({ event }: Told): void {
    if (event === 'player_left') this.#someLeft = true;
    if (event === 'game_started') this.#someLeft = false;
  }

  /** Whether this player took or lost a seat, for example in another window or because of the host. */
  #isOwnChair({ event, payload }: Told): boolean {
    const isAboutChairs = event === 'player_joined' || event === 'opponent_joined' || event === 'player_left';
    return isAboutChairs && payload.playerUuid === this.#line.player;
  }

  /** Asks for missing messages, unless a request is already under way: it brings them or is followed by another one. */
  #missSomething(): void {
    const awaitsFirst = this.#sequence.last === null && this.refusal === null;
    if (!this.#syncing && !awaitsFirst) void this.refresh();
  }

  /** Forgets the count and asks for everything. The screen stays unchanged until the answer. */
  #startOver(): void {
    this.#forgotten += 1;
    this.#sequence.forget();
    this.#table = null;
    this.#waiting = [];
    void this.refresh();
  }

  /** Shows the table together with the messages that led there. */
  #show(table: Sync): void {
    let last = this.told.at(-1)?.seq ?? 0;
    const fresh: Told[] = [];
    for (const one of this.#waiting) {
      if (one.seq <= last) continue;
      fresh.push(one);
      last = one.seq;
    }
    if (fresh.length > 0) this.told = [...this.told, ...fresh].slice(-KEPT);
    this.#waiting = [];
    this.#table = table;
    this.clocksAt = performance.now();
    this.state = table;
  }
}

type Missed = NonNullable<Sync['events']>;
