// Somebody who plays with the real Socket.IO client, and watches the house closely.

import assert from 'node:assert/strict';
import { io } from 'socket.io-client';
import { Watcher } from './cards.mjs';

/** Long enough for a very slow machine; nothing waits for it when all is well. */
export const PATIENCE = 120_000;

export class Player {
  /** The class that checks everything that is heard; each game has its own. */
  watch = Watcher;

  /** Connects by these transports, as somebody known if there is a token. */
  static async connect(house, { transports = ['websocket'], token, nickname = 'Jill', watch = Watcher, connection } = {}) {
    const player = new Player();
    Object.assign(player, { house, transports, nickname, token, watch, connection, seq: 0, heard: [], waiting: [] });
    await player.open();
    return player;
  }

  /** Why somebody with this token is not let in. */
  static shutOut(house, token) {
    return Player.shutOutWith(house, { token });
  }

  /** Why somebody with this `auth` is not let in. */
  static async shutOutWith(house, auth) {
    const socket = io(house.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
    const message = await new Promise((resolve, reject) => {
      socket.on('connect', () => reject(new Error('let in')));
      socket.on('connect_error', (error) => resolve(error.message));
    });
    socket.close();
    return message;
  }

  async open() {
    const auth = this.token ? { token: this.token } : {};
    const { transports } = this;
    // As in a browser, cookies are kept: a balancer needs one for polling.
    const how = { transports, auth, forceNew: true, reconnection: false, withCredentials: true };
    this.socket = io(this.house.url, { ...how, ...this.connection });
    this.socket.on('connect_error', (error) => this.fail(error));
    const session = await new Promise((resolve, reject) => {
      this.socket.once('connect_error', reject);
      this.socket.once('disconnect', (reason) => reject(new Error(`disconnected: ${reason}`)));
      this.socket.onAny((name, ...parts) => (name === 'session' ? resolve(parts[0]) : this.take(name, parts)));
    });
    if (this.uuid) assert.equal(session.playerUuid, this.uuid, 'a token names one player');
    this.uuid = session.playerUuid;
    this.token = session.token;
    this.watcher ??= new this.watch(this.uuid);
  }

  take(name, parts) {
    try {
      this.hear(name, parts[0], parts);
    } catch (error) {
      this.fail(error);
    }
    this.waiting.splice(0).forEach((wake) => wake());
  }

  hear(name, payload, parts = [payload]) {
    if (name === 'house_closing') {
      assert.ok(payload.retryAfterMs > 0, 'a house that closes says when to come back');
      return;
    }
    if (name.endsWith('_invalid')) {
      assert.equal(parts.length, 2, 'a sentence and a code');
    } else if (name === 'state') {
      assert.equal(payload.seq, this.seq, 'a state belongs to the last message');
    } else {
      assert.equal(payload.gameCode, this.code ?? payload.gameCode);
      if (this.seq > 0) assert.equal(payload.seq, this.seq + 1, `a gap before ${name}`);
      this.seq = payload.seq;
    }
    this.watcher.event(name, payload);
    this.heard.push({ name, payload, parts });
  }

  fail(error) {
    this.failed ??= error;
    this.waiting.splice(0).forEach((wake) => wake());
  }

  /**
   * Asks, and gives whatever answer comes. `then` sees the answer at the moment when it
   * comes: before anything that came after it.
   */
  async ask(command, payload, then = () => {}) {
    const answer = await new Promise((resolve, reject) => {
      this.socket.timeout(PATIENCE).emit(command, payload, (late, answer) => {
        try {
          if (late) throw new Error(`no answer to ${command} ${JSON.stringify(payload)}`);
          assert.equal(typeof answer.ok, 'boolean', JSON.stringify(answer));
          then(answer);
          this.watcher.look(`the answer to ${command}`, { ...answer, events: [] });
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    if (this.failed) throw this.failed;
    return answer;
  }

  /** Asks, and insists on a yes. */
  async get(command, payload) {
    const answer = await this.ask(command, payload);
    assert.ok(answer.ok, `${command} ${JSON.stringify(payload)}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Asks, and insists on a no with this code. */
  async isRefused(code, command, payload, reason) {
    const answer = await this.ask(command, payload);
    const told = `${command} ${JSON.stringify(payload)}: ${JSON.stringify(answer)}`;
    assert.equal(answer.ok, false, told);
    assert.equal(answer.error.code, code, told);
    assert.ok(answer.error.message.length > 5, told);
    if (reason) assert.equal(answer.error.reason, reason, told);
    return answer;
  }

  async create(more = {}) {
    const { nickname } = this;
    const created = await this.get('create_game', {
      game: 'cribbage',
      nickname,
      entropy: 'ab'.repeat(16),
      table: { pace: 'instant' },
      ...more,
    });
    this.code = created.gameCode;
    return created;
  }

  async join(code, more = {}) {
    this.code = code;
    return this.get('join_game', { gameCode: code, nickname: this.nickname, entropy: 'cd'.repeat(16), ...more });
  }

  /** The state of the table; the events missed since the last one are heard first. */
  async sync() {
    const { code: gameCode, seq: since } = this;
    const answer = await this.ask('sync', since ? { gameCode, since } : { gameCode }, (answer) => {
      for (const { event, payload } of answer.events ?? []) {
        if (payload.seq > this.seq) this.hear(event, payload);
      }
      if (since) assert.equal(this.seq, answer.seq, 'what was missed is told');
      this.seq = answer.seq;
    });
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer;
  }

  /** Waits for something new to be heard. */
  async news() {
    if (this.failed) throw this.failed;
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.nickname} heard nothing more`)), PATIENCE);
      this.waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
    if (this.failed) throw this.failed;
  }

  /** Waits until an event of this name was heard; `from` is how many were heard before. */
  async until(name, from = 0) {
    for (;;) {
      const found = this.heard.slice(from).find((heard) => heard.name === name);
      if (found) return found.payload;
      await this.news();
    }
  }

  /** Makes a move if one is asked for; whether it did. */
  async move(choose = (commands) => commands[0]) {
    const sync = await this.sync();
    const commands = commandsIn(sync.legal);
    if (commands.length === 0) return false;
    const [command, fields] = choose(commands, sync);
    await this.get(command, { ...fields, gameCode: this.code });
    return true;
  }

  /** Plays until the game is over; `between` is awaited before each move. */
  async playToTheEnd(between = async () => {}, choose = anyOf) {
    const began = this.heard.length;
    for (;;) {
      await between(this);
      const heard = this.heard.length;
      const over = this.heard.slice(began).find(({ name }) => name === 'game_finished');
      if (over) return over.payload;
      if (!(await this.move(choose)) && this.heard.length === heard) await this.news();
    }
  }

  /** Loses the connection and comes back, hearing what was missed. */
  async reconnect() {
    this.socket.disconnect();
    await this.open();
    await this.sync();
  }

  leave() {
    this.socket.disconnect();
  }
}

/** The commands that `legal` lists, one by one or by name, each with its fields. */
export function commandsIn(legal) {
  const named = Array.isArray(legal) ? legal.flatMap(Object.entries) : Object.entries(legal);
  return named.flatMap(([command, fields]) => [fields].flat().map((fields) => [command, fields]));
}

/** Any of them. */
export const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/** Does something with players, and lets all of them go in the end. */
export async function withPlayers(house, options, test) {
  const players = [];
  try {
    for (const option of options) players.push(await Player.connect(house, option));
    return await test(...players);
  } finally {
    players.forEach((player) => player.leave());
  }
}
