// Same luck, same commands, same bytes: whole games against every bot, played by the pocket of the page
// and by the same code outside of a browser. Two of each; `npm run trials` plays forty.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pocketTest } from './built.mjs';

const PROGRAM = fileURLToPath(new URL('../../target/debug/examples/trial', import.meta.url));
const EACH = Number(process.env.TALLYHOUSE_TRIALS ?? 2);
const LEVELS = ['random', 'easy', 'medium', 'hard', 'expert'];

/** The shortest game of each kind. */
const OPTIONS = {
  cribbage: { target: 61 },
  texas42: { target: 1 },
  dice: { seats: 2, win_round: 3 },
};

/** Games in which a bot decides often enough to say how long it takes. */
const LONGER = {
  cribbage: { target: 121 },
  texas42: { target: 7 },
  dice: { seats: 2, win_round: 4 },
};

/** A browser may take so much longer than the same code outside. */
const MOST_TIMES = 3;

/** What takes less says nothing about speed. */
const WORTH_SECONDS = 2;

/** What a pocket may take of a device's memory, in bytes. */
const MOST_BYTES = 150 * 1024 * 1024;

/** Many games of one level take as long as two of each. */
const GROUPS = EACH > 2 ? LEVELS.map((level) => [level]) : [LEVELS];
const TESTS = Object.entries(OPTIONS).flatMap(([game, options]) => GROUPS.map((levels) => ({ game, options, levels })));

for (const { game, options, levels } of TESTS) {
  pocketTest(`${game} is the same in the browser, byte by byte: ${levels.join(', ')}`, async ({ visit, tell }) => {
    const seeds = Array.from({ length: EACH }, (_, n) => n + 1);
    const trials = levels.flatMap((level) => seeds.map((seed) => ({ game, level, seed, options })));
    const outside = await playOutside(trials);
    const ann = await visit();
    await ann.open('/');
    const { glue, wasm } = await partsOf(ann);
    let [inside, native, memory] = [0, 0, 0];
    for (const [n, trial] of trials.entries()) {
      const { hash, length, seconds, bytes } = await ann.page.evaluate(playInside, [glue, wasm, JSON.stringify(trial)]);
      const { level, seed } = trial;
      assert.match(outside[n].end, /^ended$/, `${game} ${level} ${seed} came to its end`);
      assert.deepEqual({ hash, length }, { hash: outside[n].hash, length: outside[n].length }, `${game} ${level} ${seed}`);
      inside += seconds;
      memory = bytes;
      native += outside[n].seconds;
    }
    tell(`${game}: ${trials.length} games, ${inside.toFixed(1)} s in the browser, ${native.toFixed(1)} s outside: ${(inside / native).toFixed(2)} times as long`);
    tell(`${game}: ${(memory / 1024 / 1024).toFixed(1)} MB of memory`);
    assert.ok(memory < MOST_BYTES, `${memory} bytes`);
    if (native > WORTH_SECONDS) assert.ok(inside < MOST_TIMES * native, `${(inside / native).toFixed(2)} times as long`);
  });
}

for (const [game, options] of Object.entries(LONGER)) {
  pocketTest(`an expert of ${game} decides in the worker of the page`, async ({ visit, tell }) => {
    const ann = await visit();
    await ann.open('/');
    const parts = await partsOf(ann);
    const seeds = Array.from({ length: EACH }, (_, n) => n + 1);
    const times = { move: [], purchase: [] };
    for (const seed of seeds) {
      const trial = { game, level: 'expert', seed, options };
      for (const { kind, seconds } of await ann.page.evaluate(thinkInside, [parts, JSON.stringify(trial)])) times[kind].push(seconds);
    }
    assert.ok(times.move.length > 0, 'bots have moved');
    assert.equal(times.purchase.length > 0, game === 'dice', 'only dice has a shop');
    for (const [kind, all] of Object.entries(times)) if (all.length > 0) tell(`${game}, expert: a ${kind} takes ${spread(all)}`);
  });
}

/** The files of the page that play. */
async function partsOf({ house }) {
  const { files } = await (await fetch(`${house.url}/files.json`)).json();
  const named = (name) => files.find((path) => name.test(path));
  const parts = { glue: named(/\/pocket-[^/]+\.js$/), thinker: named(/\/thinker-[^/]+\.js$/), wasm: named(/\.wasm$/) };
  assert.ok(Object.values(parts).every(Boolean), 'the page was built with the pocket: see what `cargo xtask pocket` says');
  return parts;
}

/** How times are spread, in words. */
function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(3);
  return `${at(0.5)} s in the middle, ${at(0.99)} s at p99, ${at(1)} s at most, of ${times.length}`;
}

/** Runs in the page: plays a game, and lets the worker think again about every question that bots were asked in it. */
async function thinkInside([{ glue, wasm, thinker }, trial]) {
  const pocket = (globalThis.pocket ??= await import(glue).then(async (made) => {
    await made.default({ module_or_path: wasm });
    return made;
  }));
  const lines = pocket.trial(trial).split('\n').filter((line) => line.startsWith('{'));
  const jobs = lines.flatMap((line) => JSON.parse(line).jobs).filter(({ purpose }) => purpose === 'move');
  const worker = (globalThis.thinker ??= new Worker(thinker, { type: 'module' }));
  const think = (job) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { answer, failed } }) => (failed || answer === undefined ? reject(new Error('no answer')) : resolve(answer));
      worker.onerror = reject;
      worker.postMessage({ kind: 'think', id: job.id, job: JSON.stringify(job) });
    });
  // The first thought waits for the worker to load.
  await think(jobs[0]);
  const times = [];
  for (const job of jobs) {
    const start = performance.now();
    await think(job);
    const isPurchase = JSON.stringify(job.legal).includes('leave_shop');
    times.push({ kind: isPurchase ? 'purchase' : 'move', seconds: (performance.now() - start) / 1000 });
  }
  return times;
}

/** Runs in the page. */
async function playInside([glue, wasm, trial]) {
  const pocket = (globalThis.pocket ??= await import(glue).then(async (made) => {
    globalThis.memory = (await made.default({ module_or_path: wasm })).memory;
    return made;
  }));
  const start = performance.now();
  const text = new TextEncoder().encode(pocket.trial(trial));
  const seconds = (performance.now() - start) / 1000;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return { hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''), length: text.length, seconds, bytes: globalThis.memory.buffer.byteLength };
}

async function playOutside(trials) {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-trials-'));
  try {
    const printed = await run(PROGRAM, [folder], trials.map((trial) => `${JSON.stringify(trial)}\n`).join(''));
    const seconds = printed.trim().split('\n').map(Number);
    return await Promise.all(
      trials.map(async (_, n) => {
        const text = await readFile(join(folder, String(n)));
        const end = text.toString('utf8', text.length - 9).trim().split('\n').at(-1);
        return { hash: createHash('sha256').update(text).digest('hex'), length: text.length, end, seconds: seconds[n] };
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(program, given, input) {
  return new Promise((resolve, reject) => {
    const child = execFile(program, given, { maxBuffer: 1 << 24 }, (error, printed) => (error ? reject(error) : resolve(printed)));
    child.stdin.end(input);
  });
}
