// Tests of the pocket. They fail on a page built without the pocket, unless `TALLYHOUSE_WITHOUT_POCKET` allows that.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browserTest } from './harness.mjs';

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));
const WITHOUT = 'this page was built without the pocket';

/** The function that defines tests of the pocket: with a pocket they run; without one they fail, or are skipped if that is allowed. */
export function pocketTests(assets, variables) {
  if (assets.some((name) => name.endsWith('.wasm'))) return browserTest;
  if (variables.TALLYHOUSE_WITHOUT_POCKET) return (name) => test.skip(`${name}: ${WITHOUT}`);
  return (name) => test(name, () => assert.fail(`${WITHOUT}: see what \`cargo xtask pocket\` says, or set TALLYHOUSE_WITHOUT_POCKET=1 to leave its tests out`));
}

export const pocketTest = pocketTests(await readdir(ASSETS), process.env);
