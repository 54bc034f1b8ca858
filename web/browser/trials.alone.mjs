// Same luck, same commands, same bytes: whole games against every bot, played by the pocket in the page
// and by the same code outside of a browser. Two short ones of each; `cargo xtask trials` plays forty full ones.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pocketTest } from './built.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target');
/** The build of the programs outside the browser. A debug build has more checks, so it is slower than a release build. */
const PROFILE = process.env.TALLYHOUSE_PROFILE ?? 'debug';
const programs = (name) => join(TARGET, PROFILE, 'examples', name);
const EACH = Number(process.env.TALLYHOUSE_TRIALS ?? 2);
const LEVELS = ['random', 'easy', 'medium', 'hard', 'expert'];

/** Whether the games have full length; the test command plays the shortest game of each kind. */
const MANY = EACH > 2;

/** The options of the compared games. A race of dice is always short, because its bots think longest. */
const OPTIONS = {
  cribbage: { target: MANY ? 121 : 61 },
  texas42: { target: MANY ? 7 : 1 },
  dice: { seats: 2, win_round: 3 },
};

/** Longer games, with enough decisions of bots to measure their time. */
const LONGER = {
  cribbage: { games: 16, options: { target: 121 } },
  texas42: { games: 6, options: { target: 7 } },
  dice: { games: 2, options: { seats: 2, win_round: 4 } },
};

/** The maximum ratio of the time in a browser to the time outside. It is lower for a debug build, which has checks that neither a release nor the page has. */
const MOST_TIMES = PROFILE === 'release' ? 3 : 2;

/** The maximum number of measurements, because the machine may be busy during one. */
const ATTEMPTS = 3;

/** The maximum memory of a pocket, in bytes. */
const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 150 * MEGABYTE;

/** With many games, each level is a test of its own, so that each has the time of a test. */
const GROUPS = MANY ? LEVELS.map((level) => [level]) : [LEVELS];
const TESTS = Object.entries(OPTIONS).flatMap(([game, options]) => GROUPS.map((levels) => ({ game, options, levels })));

for (const { game, options, levels } of TESTS) {
  pocketTest(`${game} is byte for byte the same in the browser: ${levels.join(', ')}`, async ({ visit, tell }) => {
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
      assert.match(outside[n].end, /^ended$/, `${game} ${level} ${seed} must come to its end`);
      assert.deepEqual({ hash, length }, { hash: outside[n].hash, length: outside[n].length }, `${game} ${level} ${seed}`);
      inside += seconds;
      memory = bytes;
      native += outside[n].seconds;
    }
    tell(`${game}: ${inMegabytes(memory)} of memory`);
    assert.ok(memory < MOST_BYTES, `${memory} bytes`);
    tell(`${game}: ${trials.length} games, ${compared(inside, native)}`);
  });
}

for (const [game, { games, options }] of Object.entries(LONGER)) {
  pocketTest(`an expert of ${game} decides in the worker of the page`, async ({ visit, tell }) => {
    const ann = await visit();
    await ann.open('/');
    const parts = await partsOf(ann);
    let times = Infinity;
    for (let attempt = 1; attempt <= ATTEMPTS && times >= MOST_TIMES; attempt += 1) {
      const decisions = [];
      for (let seed = 1; seed <= games; seed += 1) {
        const trial = { game, level: 'expert', seed, options };
        decisions.push(...(await ann.page.evaluate(thinkInside, [parts, JSON.stringify(trial)])));
      }
      const printed = await run(programs('think'), [], decisions.map(({ job }) => `${job}\n`).join(''));
      const native = printed.trim().split('\n').map(Number);
      assert.equal(native.length, decisions.length);
      for (const kind of ['move', 'purchase']) {
        const all = decisions.filter((decision) => decision.kind === kind).map(({ seconds }) => seconds);
        assert.equal(all.length > 0, kind === 'move' || game === 'dice', 'bots must have moved, and only dice must have purchases');
        if (all.length > 0) tell(`${game}, expert: a ${kind} takes ${spread(all)}`);
      }
      const inside = sum(decisions.map(({ seconds }) => seconds));
      times = inside / sum(native);
      tell(`${game}, expert: ${decisions.length} decisions, ${compared(inside, sum(native))}`);
    }
    assert.ok(times < MOST_TIMES, `the browser must not take ${times.toFixed(2)} times as long as outside`);
    // A review runs in its own worker.
    const seconds = await ann.page.evaluate(reviewInside, [parts, JSON.stringify({ game, level: 'expert', seed: 1, options })]);
    const bytes = await memoryOf(ann.page, parts);
    const told = Object.entries(bytes).map(([what, size]) => `${what} ${inMegabytes(size)}`);
    tell(`${game}, expert: after a review of ${seconds.toFixed(1)} s, memory: ${told.join(', ')}`);
    assert.ok(sum(Object.values(bytes)) < MOST_BYTES, `${JSON.stringify(bytes)} bytes`);
  });
}

/** The times in the browser and outside, as text. */
const compared = (inside, native) => `${inside.toFixed(1)} s in the browser, ${native.toFixed(1)} s outside (${PROFILE} build): ${(inside / native).toFixed(2)} times as long`;

const inMegabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

const sum = (all) => all.reduce((total, one) => total + one, 0);

/** The memory in bytes of the compiled code in the page and in each worker, and of all their scripts. */
async function memoryOf(page, { glue }) {
  const compiled = async (address) => (await (await import(address)).default()).memory.buffer.byteLength;
  const address = new URL(glue, page.url()).href;
  const workers = page.workers().filter((each) => each.url().includes('/thinker-'));
  assert.equal(workers.length, 2, 'there must be one worker that thinks and one that has reviewed');
  const bytes = { tables: await page.evaluate(compiled, address) };
  for (const [n, worker] of workers.entries()) bytes[`worker ${n + 1}`] = await worker.evaluate(compiled, address);
  return { ...bytes, scripts: await heapsOf(page, workers.length) };
}

/** The memory in bytes that the scripts of the page and of its workers use together. */
async function heapsOf(page, nWorkers) {
  const browser = await page.context().newCDPSession(page);
  const own = await browser.send('Runtime.getHeapUsage');
  const sizes = [own.usedSize];
  await new Promise((resolve, reject) => {
    browser.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message);
      if (id === undefined) return;
      if (!result) reject(new Error(message));
      sizes.push(result?.usedSize);
      if (sizes.length > nWorkers) resolve();
    });
    browser.on('Target.attachedToTarget', ({ sessionId }) => {
      void browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }) });
    });
    void browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  });
  return sum(sizes);
}

/** The files of the page that contain the pocket. */
async function partsOf({ house }) {
  const { files } = await (await fetch(`${house.url}/files.json`)).json();
  const named = (name) => files.find((path) => name.test(path));
  const parts = { glue: named(/\/pocket-[^/]+\.js$/), thinker: named(/\/thinker-[^/]+\.js$/), wasm: named(/\.wasm$/) };
  assert.ok(Object.values(parts).every(Boolean), 'the page must be built with the pocket: see what `cargo xtask pocket` says');
  return parts;
}

/** The distribution of times, as text. */
function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(3);
  return `${at(0.5)} s in the middle, ${at(0.99)} s at p99, ${at(1)} s at most, of ${times.length}`;
}

/** Runs in the page: plays a game, and lets the worker repeat every decision of a bot in it. */
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
  // The first decision also waits for the worker to load, so it is not measured.
  await think(jobs[0]);
  const times = [];
  for (const job of jobs) {
    const start = performance.now();
    await think(job);
    const isPurchase = JSON.stringify(job.legal).includes('leave_shop');
    times.push({ kind: isPurchase ? 'purchase' : 'move', job: JSON.stringify(job), seconds: (performance.now() - start) / 1000 });
  }
  return times;
}

/** Runs in the page: plays a game and reviews it in its own worker; returns the seconds of the review. */
async function reviewInside([{ glue, thinker }, trial]) {
  const pocket = await import(glue);
  const lines = pocket.trial(trial).split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.flatMap((line) => JSON.parse(line).written).map(({ entry }) => entry);
  const worker = (globalThis.reviewer = new Worker(thinker, { type: 'module' }));
  const start = performance.now();
  const { ok } = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.kind === 'reviewed' && resolve(JSON.parse(data.answer ?? '{}'));
    worker.onerror = reject;
    worker.postMessage({ kind: 'review', entries: JSON.stringify(entries), now: Date.now(), game: 1 });
  });
  if (!(ok?.decisions.length > 0)) throw new Error('the game was not reviewed');
  return (performance.now() - start) / 1000;
}

/** Runs in the page: plays a game and returns its hash and figures. */
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
    const printed = await run(programs('trial'), [folder], trials.map((trial) => `${JSON.stringify(trial)}\n`).join(''));
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
    const child = execFile(program, given, { maxBuffer: 1 << 26 }, (error, printed) => (error ? reject(error) : resolve(printed)));
    child.stdin.end(input);
  });
}
