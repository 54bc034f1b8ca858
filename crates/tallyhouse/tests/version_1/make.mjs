// Makes what this folder holds: a journal that a house of rules version 1 wrote, and what that
// house said about it. It can only be run again at a commit whose games have `rules_version: 1`
// (d375df9 was the one); a later house writes another version. See README.md.
//
//     cargo build -p tallyhouse
//     npm ci --prefix tests/outside
//     node crates/tallyhouse/tests/version_1/make.mjs
//
// Cards, dice, ids and times come out different each time, so every file is made anew at once.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HERE = fileURLToPath(new URL('./', import.meta.url));
const PROGRAM = process.env.TALLYHOUSE_BIN ?? join(ROOT, 'target/debug/tallyhouse');
const { io } = createRequire(join(ROOT, 'tests/outside/'))('socket.io-client');

const scratch = await mkdtemp(join(tmpdir(), 'version-1-'));
const tables = [];

// --- The house ---------------------------------------------------------------------------------

/** Opens the real program with this journal. */
async function openHouse(data) {
  const limits = ['--socket-rate', '0', '--address-rate', '0', '--connection-rate', '0'];
  const flags = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--log-level', 'warn', ...limits];
  const program = spawn(PROGRAM, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  process.once('exit', () => program.kill());
  for await (const line of createInterface({ input: program.stdout })) {
    const found = line.match(/here\s+http:\/\/localhost:(\d+)/);
    if (found) {
      const url = `http://127.0.0.1:${found[1]}`;
      const close = async () => {
        program.kill('SIGTERM');
        await ended;
      };
      return { url, close };
    }
  }
  throw new Error('the house did not open');
}

// --- Those who play ----------------------------------------------------------------------------

class Client {
  constructor(url, nickname) {
    Object.assign(this, { url, nickname, heard: [], sent: 0 });
  }

  async connect() {
    const auth = this.token ? { token: this.token } : {};
    this.socket = io(this.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
    const session = await new Promise((resolve) => {
      this.socket.onAny((event, payload) => {
        if (event === 'session') resolve(payload);
        else this.heard.push({ event, payload });
      });
    });
    this.uuid = session.playerUuid;
    this.token = session.token;
    return this;
  }

  /** Every command that changes something has an id. */
  async ask(command, payload = {}) {
    const looks = ['sync', 'watch_game'].includes(command);
    this.sent += 1;
    const named = looks ? {} : { commandId: `${this.nickname.toLowerCase()}-${this.sent}` };
    const answer = await this.socket.timeout(60_000).emitWithAck(command, { gameCode: this.code, ...payload, ...named });
    if (!answer.ok) throw new Error(`${command} ${JSON.stringify(payload)}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

const entropy = (nickname) => Buffer.from(nickname.padEnd(16, '.')).toString('hex');

/** Seats these people, then so many bots, at a table of this name. Eve watches from the start. */
async function seat(house, name, { game, options, people, bots = 0 }) {
  const players = [];
  const eve = await new Client(house.url, 'Eve').connect();
  for (const nickname of people) {
    const player = await new Client(house.url, nickname).connect();
    if (players.length === 0) {
      const table = { pace: 'instant', hints: true };
      const created = await player.ask('create_game', { game, nickname, options, table, entropy: entropy(nickname) });
      player.code = created.gameCode;
      eve.code = created.gameCode;
      await eve.ask('watch_game');
    } else {
      player.code = eve.code;
      await player.ask('join_game', { nickname, entropy: entropy(nickname) });
    }
    players.push(player);
  }
  for (let n = 0; n < bots; n += 1) await players[0].ask('add_bot', { level: 'easy' });
  const table = { name, game, code: eve.code, players, eve, games: 0 };
  tables.push(table);
  return table;
}

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/** The commands that `legal` lists, one by one or by name, each with its fields. */
function commandsIn(legal) {
  const named = Array.isArray(legal) ? legal.flatMap(Object.entries) : Object.entries(legal);
  return named.flatMap(([command, fields]) => [fields].flat().map((fields) => [command, fields]));
}

/**
 * Everybody moves in turn as `choose` says until `enough` of what they see; `choose` may give
 * nothing, and then that player does not move. Whether there was enough.
 */
async function play({ players }, choose, enough) {
  for (let still = 0; still < 2_000; still += 1) {
    for (const player of players) {
      const sync = await player.ask('sync');
      if (enough(sync, player)) return true;
      const commands = commandsIn(sync.legal);
      const move = commands.length > 0 && choose(commands, sync, player);
      if (!move) continue;
      still = 0;
      await player.ask(...move);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('nothing happens any more');
}

const over = ({ view }) => view.phase === 'gameover';

async function playGame(table, choose) {
  await play(table, choose, over);
  table.games += 1;
}

/** Any move, and what is missed in a count is sometimes claimed. */
const blindly = (commands) => anyOf(commands);

/** Bids low or for one mark, so that hands are made and lost, and lays down what is certain. */
function boldly(commands) {
  const certain = commands.find(([command]) => command === 'lay_down');
  const low = commands.filter(([command, { bid }]) => command === 'place_bid' && (bid < 33 || bid.marks === 1));
  return certain ?? (low.length > 0 ? anyOf(low) : anyOf(commands));
}

/** Throws again while that can help, buys about twice in a shop and dice first, stops when it has won. */
function greedily(commands, { legal, view: { run } }) {
  const named = (...names) => commands.filter(([command]) => names.includes(command));
  if (legal.set_wild?.length > 0 && Math.random() < 0.5) return anyOf(named('set_wild'));
  if (legal.reroll && !run.preview.passes) {
    const loose = run.pool.filter(({ hand, locked }) => hand === null && !locked).map(({ index }) => index);
    return ['reroll', { dice: loose.length > 0 ? loose : legal.reroll.dice }];
  }
  const dice = named('buy').filter(([, { offer }]) => run.shop.offers[offer].kind === 'die');
  if (legal.buy?.length > 0 && Math.random() < 0.7) return anyOf(dice.length > 0 ? dice : named('buy'));
  return named('stop_run')[0] ?? named('score_dice', 'leave_shop')[0] ?? anyOf(commands);
}

// --- The tables --------------------------------------------------------------------------------

async function playEverything(house) {
  // Cribbage: a short game and its rematch, both over.
  const two = await seat(house, 'cribbage_finished', {
    game: 'cribbage', options: { target: 61 }, people: ['Ann', 'Bob'],
  });
  await playGame(two, blindly);
  for (const player of two.players) await player.ask('rematch', { entropy: entropy(`${player.nickname} again`) });
  await play(two, blindly, ({ gameNumber }) => gameNumber === 2);
  await playGame(two, blindly);

  // Cribbage: two people and a bot who count for themselves; Cat is away for a moment.
  const muggins = await seat(house, 'cribbage_muggins', {
    game: 'cribbage', options: { seats: 3, target: 61, counting: 'muggins' }, people: ['Cat', 'Dan'], bots: 1,
  });
  await play(muggins, blindly, ({ view }) => view.deal === 2);
  muggins.players[0].socket.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await muggins.players[0].connect();
  await playGame(muggins, blindly);

  // Cribbage: in the middle of the pegging, with a crib that nobody has seen whole.
  const pegging = await seat(house, 'cribbage_running', { game: 'cribbage', options: {}, people: ['Ed', 'Fay'] });
  await play(pegging, blindly, ({ view }) => view.deal === 3 && view.playedCards.length === 3);

  // Cribbage: one has thrown and waits for the other.
  const throwing = await seat(house, 'cribbage_throwing', { game: 'cribbage', options: {}, people: ['Gus', 'Hal'] });
  await play(throwing, (commands, _, { nickname }) => nickname === 'Gus' && commands[0], ({ view }) => view.discarded?.length === 1);

  // Cribbage: nobody has come yet; and a table that was left and so closed.
  await seat(house, 'cribbage_waiting', { game: 'cribbage', options: {}, people: ['Ida'] });
  const left = await seat(house, 'cribbage_closed', { game: 'cribbage', options: {}, people: ['Jo', 'Kit'] });
  await play(left, blindly, ({ view }) => view.phase === 'pegging');
  for (const player of left.players) await player.ask('leave_game');

  // Texas 42: every contract allowed, two people and two bots, to three marks, each hand to its last trick.
  const family = { forced_bid: 30, nello: true, plunge: true, splash: true, sevens: true };
  const marks = await seat(house, 'texas42_finished', {
    game: 'texas42', options: { ...family, target: 3, play_out: true }, people: ['Lea', 'Mo'], bots: 2,
  });
  await playGame(marks, boldly);

  // Texas 42: four people in the middle of a trick of the second hand.
  const trick = await seat(house, 'texas42_running', {
    game: 'texas42', options: { ...family, mode: 'marks' }, people: ['Ned', 'Ola', 'Pat', 'Quin'],
  });
  await play(trick, boldly, ({ view }) => view.hand >= 2 && view.currentTrick?.length === 2);

  // Dice: a race that ends.
  const race = await seat(house, 'dice_finished', {
    game: 'dice', options: { seats: 3, win_round: 4, first_target: 75, cash: 60 }, people: ['Rae', 'Sam'], bots: 1,
  });
  await playGame(race, greedily);

  // Dice: a race in which Tom shops while Una still throws.
  const shop = await seat(house, 'dice_running', {
    game: 'dice', options: { seats: 2, first_target: 1, cash: 100 }, people: ['Tom', 'Una'],
  });
  await play(shop, greedily, ({ view }) => view.round === 2);
  await play(shop, tomFirst, ({ view: { run } }, { nickname }) => nickname === 'Tom' && run.shop && run.shop.offers.some(({ sold }) => sold));
  const una = shop.players[1];
  const { legal } = await una.ask('sync');
  await una.ask('reroll', { dice: legal.reroll.dice.slice(0, 2) });

  // Dice: a run alone that is won, and one that is in a shop.
  const alone = await seat(house, 'dice_alone_finished', {
    game: 'dice', options: { first_target: 30, win_round: 7, cash: 400 }, people: ['Vic'],
  });
  await playGame(alone, greedily);
  const shopping = await seat(house, 'dice_alone_running', {
    game: 'dice', options: { first_target: 1, cash: 60 }, people: ['Wim'],
  });
  await play(shopping, greedily, ({ view: { run } }) => run.shop && run.shop.offers.some(({ sold }) => sold));
}

/** Una has thrown and waits; Tom plays until he has bought something. */
function tomFirst(commands, sync, { nickname }) {
  if (nickname === 'Una') return undefined;
  return commands.find(([command]) => command === 'buy') ?? greedily(commands, sync);
}

// --- What the house says -----------------------------------------------------------------------

const pretty = (value) => `${JSON.stringify(value, null, 2)}\n`;
/** A list with one part a line: a third of the size, and still easy to compare. */
const lines = (list) => `[\n${list.map((part) => JSON.stringify(part)).join(',\n')}\n]\n`;

/** An object with each of its fields, and each part of a list in it, on a line. */
function inLines(object) {
  const field = ([name, value]) => {
    const text = Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' ? lines(value).trim() : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  };
  return `{\n${Object.entries(object).map(field).join(',\n')}\n}\n`;
}

async function save(table, file, text) {
  await mkdir(join(HERE, table.name), { recursive: true });
  await writeFile(join(HERE, table.name, file), text);
}

async function get(house, path) {
  for (;;) {
    const answer = await fetch(house.url + path);
    if (answer.status !== 202) return { status: answer.status, body: await answer.json() };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Every message of a game, a hundred at a time. */
async function replayOf(house, code, game) {
  const moments = [];
  for (let from = 0; from !== null; ) {
    const { body } = await get(house, `/api/tables/${code}/replay?game=${game}&from=${from}`);
    moments.push(...body.moments);
    from = body.next;
  }
  return moments;
}

/** The score of each seat, or at Texas 42 of each side, wherever a game shows it. */
function scoresIn({ scores, totals, standings }, uuids) {
  if (standings) return standings.map(({ total }) => total);
  if (totals) return [totals.northSouth, totals.eastWest];
  return uuids.map((uuid) => scores[uuid] ?? 0);
}

/** The views of each player and of Eve in a game that goes on, while they are all there. */
async function askPlayers(table) {
  if (table.name === 'cribbage_closed') return;
  const { players } = await table.eve.ask('sync');
  table.uuids = players.map(({ uuid }) => uuid);
  if (isOver(table)) return;
  for (const [seat, player] of table.players.entries()) {
    await save(table, `sync_${seat}.json`, pretty(await player.ask('sync')));
  }
  await save(table, 'sync_spectator.json', pretty(await table.eve.ask('sync')));
}

const isOver = ({ name, games }) => games > 0 || name === 'cribbage_closed';

async function askHouse(house, data, table) {
  if (!isOver(table)) {
    const { body: journal } = await get(house, `/api/tables/${table.code}/journal`);
    await save(table, 'journal.json', lines(journal));
  }
  if (table.games === 0) return;
  const { body: verified } = await get(house, `/api/tables/${table.code}/verify`);
  const checks = verified.games.flatMap(({ number, checks }) => checks.map((check) => ({ game: number, ...check })));
  await save(table, 'verify.json', lines(checks));
  await save(table, 'verify.txt', execFileSync(PROGRAM, ['verify', table.code, '--data', data], { encoding: 'utf8' }));
  for (let game = 1; game <= table.games; game += 1) {
    const { body: review } = await get(house, `/api/tables/${table.code}/review?game=${game}`);
    await save(table, `review_${game}.json`, inLines(review));
    const moments = await replayOf(house, table.code, game);
    await save(table, `replay_${game}.json`, lines(moments.map((moment) => outline(table, moment))));
    const some = moments.filter((_, n) => n % Math.ceil(moments.length / 3) === 0 || n === moments.length - 1);
    await save(table, `moments_${game}.json`, lines(some));
  }
}

/**
 * A message: its number, its name for each seat and for Eve, and how the game stood after it.
 * A game alone begins before Eve can come.
 */
function outline({ eve, uuids }, { seq, told }) {
  const byEve = eve.heard.find(({ payload }) => payload.seq === seq);
  const { view } = told[0];
  return [seq, [...told, byEve].map((heard) => heard?.event ?? null), view.phase, scoresIn(view, uuids)];
}

// --- All of it ---------------------------------------------------------------------------------

const data = join(scratch, 'house.db');
const house = await openHouse(data);
await playEverything(house);
for (const table of tables) await askPlayers(table);
await house.close();
for (const { players, eve } of tables) [...players, eve].forEach(({ socket }) => socket.disconnect());

// One file holds everything once the log of the last writes is folded into it.
execFileSync('sqlite3', [data, 'PRAGMA wal_checkpoint(TRUNCATE); VACUUM;']);
await copyFile(data, join(HERE, 'house.db'));

// The answers come from a house that opens a copy, as the test does.
const copy = join(scratch, 'copy.db');
await copyFile(data, copy);
const again = await openHouse(copy);
for (const table of tables) await askHouse(again, copy, table);
await again.close();

const people = (players) => players.map(({ nickname, uuid, token }, seat) => ({ seat, nickname, uuid, token }));
await writeFile(
  join(HERE, 'tables.json'),
  pretty(tables.map(({ name, game, code, games, players, eve }) => ({ name, game, code, games, players: people(players), spectator: { uuid: eve.uuid, token: eve.token } }))),
);
await rm(scratch, { recursive: true, force: true });
