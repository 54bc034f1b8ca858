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

/** A browser may take so much longer than the same code outside. */
const MOST_TIMES = 3;

/** What takes less says nothing about speed. */
const WORTH_SECONDS = 2;

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
    const { files } = await (await fetch(`${ann.house.url}/files.json`)).json();
    const glue = files.find((path) => /\/pocket-[^/]+\.js$/.test(path));
    const wasm = files.find((path) => path.endsWith('.wasm'));
    assert.ok(glue && wasm, 'the page was built with the pocket: see what `cargo xtask pocket` says');
    let [inside, native] = [0, 0];
    for (const [n, trial] of trials.entries()) {
      const { hash, length, seconds } = await ann.page.evaluate(playInside, [glue, wasm, JSON.stringify(trial)]);
      const { level, seed } = trial;
      assert.match(outside[n].end, /^ended$/, `${game} ${level} ${seed} came to its end`);
      assert.deepEqual({ hash, length }, { hash: outside[n].hash, length: outside[n].length }, `${game} ${level} ${seed}`);
      inside += seconds;
      native += outside[n].seconds;
    }
    tell(`${game}: ${trials.length} games, ${inside.toFixed(1)} s in the browser, ${native.toFixed(1)} s outside: ${(inside / native).toFixed(2)} times as long`);
    if (native > WORTH_SECONDS) assert.ok(inside < MOST_TIMES * native, `${(inside / native).toFixed(2)} times as long`);
  });
}

/** Runs in the page. */
async function playInside([glue, wasm, trial]) {
  const pocket = (globalThis.pocket ??= await import(glue).then(async (made) => {
    await made.default({ module_or_path: wasm });
    return made;
  }));
  const start = performance.now();
  const text = new TextEncoder().encode(pocket.trial(trial));
  const seconds = (performance.now() - start) / 1000;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return { hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''), length: text.length, seconds };
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
