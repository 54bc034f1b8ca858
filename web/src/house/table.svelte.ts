// One table as this browser sees it: what the house pushes, and the messages that led there.
//
// The house tells what happened in numbered messages, and after those of one moment how the table
// looks now, as `state`. Messages and state are shown together, so the log and the view never
// disagree. The house is asked (`sync`) only where that does not do: at first, after a
// reconnection, when something is missing, and when this player's chair changed, because every
// chair hears a count of its own. Requests are merged: while one is under way, any number of
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

/** As many messages as the house replays: about one deal. */
const REPLAYED = 32;

/** As many as are kept for the log. */
const KEPT = 400;

/** A page that asks at most so often stays far below the house's limits. */
const BETWEEN_SYNCS_MILLIS = 120;

/** As much of a house as a table needs. */
export type Line = Pick<House, 'ask' | 'listen' | 'player'>;

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
  /** Changes when the numbers of `told` begin anew, as in another chair. */
  stream = $state(0);

  readonly #line: Line;
  readonly #sequence = new Sequence();
  readonly #stopListening: () => void;
  /** The table after every message that was heard, with the view of the last state. */
  #table: Sync | null = null;
  /** The messages that wait for their state. */
  #waiting: Told[] = [];
  #syncing = false;
  #again = false;
  #left = false;
  /** Whether a chair is being taken: until that is answered, nobody knows whose numbers come. */
  #sittingDown = false;
  /** Whether somebody may have left the running game. */
  #someLeft = false;
  /** How often everything was forgotten: an answer to a question from before says nothing. */
  #forgotten = 0;

  constructor(line: Line, code: string) {
    this.#line = line;
    this.code = code;
    this.#stopListening = line.listen((event, payload) => this.#hear(event, payload));
  }

  /** Who we are in the house of this table. */
  get player(): string | null {
    return this.#line.player;
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
    } while ((this.#again || this.#sequence.lacks) && !this.#left);
    this.#syncing = false;
  }

  /** Sends a command at this table. What comes of it is told before the answer. */
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

  /** Agrees that a spectator may take the chair of a player who has gone, or takes that back. */
  offer(seat: number, agree: boolean): Promise<Ack> {
    return this.ask('offer_seat', { seat, agree });
  }

  rematch(): Promise<Ack> {
    return this.#askWithShare('rematch', {});
  }

  /** Stops hearing; the chair stays. */
  leavePage(): void {
    this.#left = true;
    this.#stopListening();
  }

  /** A command that adds to the luck of the next game. */
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
      // No event may come to wake a page that waits for its own player: it must ask again itself.
      this.#again ||= ack.error === UNREACHABLE;
      return;
    }
    // In another chair, or at a house that counts anew, the numbers that we know mean nothing.
    const otherChair = this.#table !== null && this.#table.seat !== ack.seat;
    if (otherChair || ack.seq < (last ?? 0)) return this.#startOver();
    const missed = ack.events ?? (await this.#recent(ack.seq));
    if (isStale()) return;
    if (ack.seq < (this.#sequence.last ?? 0)) {
      // What was told meanwhile is newer.
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
    // Among messages that nobody repeats, somebody may have left.
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
    // Who watched by a key that was revoked finds no table any more.
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

  /** Takes a message for the log, and what it says about the table. */
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
        // A player who takes the chair of one who has gone hears the commitment of the game in play.
        if (!this.#isPlayed()) promises.promise(this.code, gameNumber + 1, told.payload.commitment);
        break;
      case 'game_finished':
        // The chair of the player who left is free from now on, and no message says so.
        if (this.#someLeft) void this.refresh();
        break;
      case 'table_closed':
        // Nothing may follow it.
        this.#show(this.#table);
        break;
    }
  }

  /** Whether a game is in play. */
  #isPlayed(): boolean {
    return this.#table !== null && this.#table.gameNumber > 0 && this.#table.view.phase !== 'gameover';
  }

  #mindWhoLeft({ event }: Told): void {
    if (event === 'player_left') this.#someLeft = true;
    if (event === 'game_started') this.#someLeft = false;
  }

  /** Whether this player took or lost a chair, as in another window or by the host. */
  #isOwnChair({ event, payload }: Told): boolean {
    const isAboutChairs = event === 'player_joined' || event === 'opponent_joined' || event === 'player_left';
    return isAboutChairs && payload.playerUuid === this.#line.player;
  }

  /** What is under way brings what is missing, or is followed by another request. */
  #missSomething(): void {
    const awaitsFirst = this.#sequence.last === null && this.refusal === null;
    if (!this.#syncing && !awaitsFirst) void this.refresh();
  }

  /** Forgets the count, and asks for everything. What is on the screen stays until then. */
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
