// Tests of the pocket, where the page was built with one: `cargo xtask` says if it was not.

import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browserTest } from './harness.mjs';

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));
const isBuilt = (await readdir(ASSETS)).some((name) => name.endsWith('.wasm'));

export const pocketTest = isBuilt ? browserTest : (name) => test.skip(`${name}: this page was built without the pocket`);
