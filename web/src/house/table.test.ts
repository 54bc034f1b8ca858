import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ack, EventPayload, Sync } from '$shell/protocol/messages';
import { promises } from './promises';
import { TableSession, type TableHouse } from './table.svelte';

const CODE = 'VHG4SC';
const ANN = { uuid: 'ann', nickname: 'Ann', seat: 0, position: 1, connected: true, bot: false };
const BOB = { uuid: 'bob', nickname: 'Bob', seat: 1, position: 2, connected: true, bot: false };

type Listener = Parameters<TableHouse['listen']>[0];
type Message = { event: string; payload: EventPayload };

/** The number of messages that a real house repeats. */
const REPEATED = 32;

/** A fake house with one table and one connection. */
class FakeHouse implements TableHouse {
  player: string | null = 'ann';
  /** Its answer to `sync`, without numbers and events. */
  table = {
    gameCode: CODE,
    game: 'cribbage',
    seat: 0 as number | null,
    host: 'ann',
    seats: 2,
    players: [ANN],
    options: {},
    gameNumber: 0,
    commitment: 'c1',
    view: { phase: 'waiting' },
    legal: [],
    clocks: [],
    table: { pace: 'normal', hints: true, clockSeconds: null },
  };
  /** The messages to this connection's viewer. */
  messages: Message[] = [];
  asked: { command: string; fields: Record<string, unknown> }[] = [];
  refusal: Ack | null = null;
  /** Answers wait for this promise, so that something can happen before them. */
  hold: Promise<void> = Promise.resolve();
  #listener: Listener = () => {};

  get syncs(): number {
    return this.asked.filter(({ command }) => command === 'sync').length;
  }

  listen(listener: Listener): () => void {
    this.#listener = listener;
    return () => (this.#listener = () => {});
  }

  async ask<Fields>(command: string, fields: object): Promise<Ack<Fields>> {
    this.asked.push({ command, fields: fields as Record<string, unknown> });
    // A request takes time: the answer has the state of the house when the request arrives.
    await Promise.resolve();
    if (this.refusal) return this.refusal as Ack<Fields>;
    const answer = command === 'sync' ? this.#sync((fields as { since: number }).since) : {};
    await this.hold;
    return { ok: true, ...answer } as Ack<Fields>;
  }

  #sync(since: number): object {
    const missed = this.messages.slice(since);
    const events = missed.length <= REPEATED ? { events: missed } : {};
    return { ...this.table, seq: this.messages.length, ...events };
  }

  /** Gives the next message its number. */
  write(event: string, fields: object = {}): EventPayload {
    const payload = { gameCode: CODE, seq: this.messages.length + 1, ...fields };
    this.messages.push({ event, payload });
    return payload;
  }

  tell(event: string, fields: object = {}): void {
    this.#listener(event, this.write(event, fields));
  }

  push(phase: string, seq = this.messages.length): void {
    this.table = { ...this.table, view: { phase } };
    const { view, legal, clocks } = this.table;
    this.#listener('state', { gameCode: CODE, seq, view, legal, clocks });
  }

  send(event: string, payload: EventPayload): void {
    this.#listener(event, payload);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  promises.forget(CODE);
});

/** Runs all timers of the next seconds. */
const settle = () => vi.advanceTimersByTimeAsync(3_000);

async function sitting(): Promise<{ house: FakeHouse; session: TableSession }> {
  const house = new FakeHouse();
  house.write('player_joined', { playerUuid: 'ann', players: [ANN], commitment: 'c1' });
  const session = new TableSession(house, CODE);
  void session.refresh();
  await settle();
  expect(house.syncs, 'one request at first').toBe(1);
  return { house, session };
}

const phase = (session: TableSession) => session.state?.view.phase;
const names = (session: TableSession) => session.told.map(({ event }) => event);

test('a whole game of messages and states asks for nothing', async () => {
  const { house, session } = await sitting();
  house.tell('opponent_joined', { playerUuid: 'bob', players: [ANN, BOB], commitment: 'c1' });
  house.push('waiting');
  expect(session.state?.players).toEqual([ANN, BOB]);
  house.tell('game_started', { gameNumber: 1, commitment: 'c1', entropy: { ann: 'aa', bob: null } });
  house.tell('cards_dealt');
  expect(session.state?.gameNumber, 'nothing is shown before its view has arrived').toBe(0);
  expect(names(session)).not.toContain('cards_dealt');
  house.push('discard');
  expect(session.state).toMatchObject({ gameNumber: 1, seq: 4, view: { phase: 'discard' } });
  for (let card = 0; card < 100; card += 1) {
    await session.ask('play_card', { card });
    house.tell('card_played', { card });
    house.push('pegging');
  }
  house.tell('player_disconnected', { playerUuid: 'bob', host: 'ann', players: [ANN, { ...BOB, connected: false }] });
  house.push('pegging');
  expect(session.state?.players[1]?.connected).toBe(false);
  house.tell('game_finished', { gameNumber: 1, secret: 's1', nextCommitment: 'c2' });
  house.push('gameover');
  await settle();
  expect(session.state).toMatchObject({ seq: house.messages.length, commitment: 'c2', view: { phase: 'gameover' } });
  expect(house.syncs, 'only the first request').toBe(1);
  expect(promises.of(CODE, 1)).toEqual({ code: CODE, game: 1, promised: 'c1', begunWith: 'c1', used: ['aa', null], secret: 's1' });
});

test('a gap causes one request, whatever follows it', async () => {
  const { house, session } = await sitting();
  house.write('lost');
  house.tell('card_played');
  house.push('pegging');
  house.tell('card_played');
  house.push('pegging');
  await settle();
  expect(house.syncs).toBe(2);
  expect(house.asked.at(-1)?.fields.since).toBe(1);
  expect(names(session)).toEqual(['player_joined', 'lost', 'card_played', 'card_played']);
  expect(phase(session)).toBe('pegging');
  house.tell('card_played');
  house.push('show');
  await settle();
  expect(phase(session)).toBe('show');
  expect(house.syncs, 'the following message is no gap').toBe(2);
});

test('a gap in the pause after an answer also causes a request', async () => {
  const { house, session } = await sitting();
  house.write('lost');
  house.tell('card_played');
  await vi.advanceTimersByTimeAsync(0);
  expect(house.syncs).toBe(2);
  house.write('lost');
  house.tell('card_played');
  await settle();
  expect(house.syncs).toBe(3);
  expect(session.told.at(-1)?.seq).toBe(5);
});

test('a state ahead of the messages is a gap', async () => {
  const { house, session } = await sitting();
  house.write('lost');
  house.push('pegging');
  expect(phase(session), 'not yet').toBe('waiting');
  await settle();
  expect(house.syncs).toBe(2);
  expect(names(session)).toEqual(['player_joined', 'lost']);
  expect(phase(session)).toBe('pegging');
});

test('a late state is ignored', async () => {
  const { house, session } = await sitting();
  house.tell('card_played');
  house.push('pegging');
  house.push('discard', 1);
  await settle();
  expect(phase(session)).toBe('pegging');
  expect(house.syncs).toBe(1);
});

test('messages before the first answer are part of it', async () => {
  const house = new FakeHouse();
  const session = new TableSession(house, CODE);
  house.tell('player_joined', { playerUuid: 'bob' });
  void session.refresh();
  house.push('waiting');
  await settle();
  expect(house.syncs).toBe(1);
  expect(names(session)).toEqual(['player_joined']);
});

test('a message on the way while the house answers is not lost', async () => {
  const house = new FakeHouse();
  let answer = () => {};
  house.hold = new Promise((resolve) => (answer = resolve));
  const session = new TableSession(house, CODE);
  void session.refresh();
  await vi.advanceTimersByTimeAsync(0);
  // The house has prepared its answer already.
  house.tell('card_played');
  house.push('pegging');
  answer();
  await settle();
  expect(house.syncs).toBe(2);
  expect(names(session)).toEqual(['card_played']);
  expect(phase(session)).toBe('pegging');
});

test('after a reconnection one request brings the missed messages', async () => {
  const { house, session } = await sitting();
  house.tell('card_played');
  // The state of this message is lost with the connection.
  house.write('card_played');
  house.table.view = { phase: 'pegging' };
  void session.refresh();
  await settle();
  expect(house.syncs).toBe(2);
  expect(names(session)).toEqual(['player_joined', 'card_played', 'card_played']);
  expect(phase(session)).toBe('pegging');
});

test('after a long absence the last messages are shown', async () => {
  const { house, session } = await sitting();
  for (let card = 0; card < 100; card += 1) house.write('card_played');
  void session.refresh();
  await settle();
  expect(session.told.map(({ seq }) => seq)).toEqual([1, ...Array.from({ length: REPEATED }, (_, place) => 70 + place)]);
  expect(session.state?.seq).toBe(101);
});

test('after taking a seat, one request starts the count of the new seat', async () => {
  const house = new FakeHouse();
  house.table.seat = null;
  for (let seq = 0; seq < 5; seq += 1) house.write('seen_by_spectators');
  const session = new TableSession(house, CODE);
  void session.refresh();
  await settle();
  const { stream } = session;
  const joining = session.join('Ann');
  // This is the second message in the seat's own count.
  house.messages = [];
  house.write('seen_by_seat');
  house.table.seat = 0;
  house.tell('player_joined', { playerUuid: 'ann', players: [ANN], commitment: 'c1' });
  house.push('waiting');
  await joining;
  await settle();
  expect(house.syncs).toBe(2);
  expect(house.asked.at(-1)?.fields.since, 'the old numbers are not used').toBe(0);
  expect(names(session)).toEqual(['seen_by_seat', 'player_joined']);
  expect(session.state?.seat).toBe(0);
  expect(session.stream).not.toBe(stream);
  const share = house.asked.find(({ command }) => command === 'join_game')?.fields.entropy;
  expect(promises.of(CODE, 1)).toMatchObject({ promised: 'c1', added: share });
  house.tell('card_played');
  house.push('pegging');
  await settle();
  expect(phase(session)).toBe('pegging');
  expect(house.syncs).toBe(2);
});

test('a player who loses the seat to the host, or takes one in another window, follows the new count', async () => {
  const { house, session } = await sitting();
  house.messages = [];
  house.table.seat = null;
  house.tell('player_left', { playerUuid: 'ann', players: [], host: 'bob' });
  house.push('waiting');
  await settle();
  expect(house.syncs).toBe(2);
  expect(session.state?.seat).toBeNull();
  house.table.seat = 0;
  house.tell('player_joined', { playerUuid: 'ann', players: [ANN] });
  await settle();
  expect(house.syncs).toBe(3);
  expect(session.state?.seat).toBe(0);
});

test('the page follows a house that restarts its count', async () => {
  const { house, session } = await sitting();
  for (let card = 0; card < 10; card += 1) house.tell('card_played');
  house.push('pegging');
  house.messages = [];
  house.write('told_anew');
  void session.refresh();
  await settle();
  expect(names(session)).toEqual(['told_anew']);
  expect(session.state?.seq).toBe(1);
  expect(house.syncs).toBe(3);
});

test('after somebody has left the game, its end frees a seat, and the page asks the house', async () => {
  const { house, session } = await sitting();
  house.tell('game_started', { gameNumber: 1, commitment: 'c1', entropy: {} });
  house.tell('player_left', { playerUuid: 'bob', host: 'ann', players: [ANN, { ...BOB, bot: true }] });
  house.push('pegging');
  house.tell('game_finished', { gameNumber: 1, secret: 's1', nextCommitment: 'c2' });
  house.push('gameover');
  house.table.players = [ANN];
  await settle();
  expect(house.syncs).toBe(2);
  expect(session.state?.players).toEqual([ANN]);
});

test('a player who joins during a game asks at its end only if somebody may have left before', async () => {
  for (const [before, syncs] of [[5, 1], [100, 3]] as const) {
    const house = new FakeHouse();
    house.table.gameNumber = 1;
    house.write('game_started', { gameNumber: 1, commitment: 'c1', entropy: {} });
    for (let card = 0; card < before; card += 1) house.write('card_played');
    const session = new TableSession(house, CODE);
    void session.refresh();
    await settle();
    house.tell('game_finished', { gameNumber: 1, secret: 's1', nextCommitment: 'c2' });
    house.push('gameover');
    await settle();
    expect(phase(session)).toBe('gameover');
    // A long log needs two requests.
    expect(house.syncs, `${before} messages before`).toBe(syncs);
    session.leavePage();
  }
});

test('a closed table is reported without a state', async () => {
  const { house, session } = await sitting();
  house.tell('table_closed', { reason: 'idle' });
  expect(session.closed).toBe(true);
  expect(names(session)).toEqual(['player_joined', 'table_closed']);
});

test('a refused request is not repeated', async () => {
  const { house, session } = await sitting();
  house.refusal = { ok: false, error: { code: 'table/not_found', message: '' } };
  house.write('lost');
  house.tell('card_played');
  await settle();
  expect(house.syncs).toBe(2);
  expect(session.refusal?.code).toBe('table/not_found');
});

test('events of other tables are ignored', async () => {
  const { house, session } = await sitting();
  house.send('card_played', { gameCode: 'ANOTHR', seq: 7 });
  house.send('state', { gameCode: 'ANOTHR', seq: 7, view: { phase: 'pegging' } satisfies Sync['view'] });
  await settle();
  expect(house.syncs).toBe(1);
  expect(phase(session)).toBe('waiting');
});
