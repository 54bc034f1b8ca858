// Checks that a page without the pocket does not pass the tests of the pocket.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('built.mjs', import.meta.url));

/** Runs one test of the pocket and returns how the run ends. */
function ends(assets, variables) {
  const program = `import { pocketTests } from ${JSON.stringify(BUILT)}; pocketTests(${JSON.stringify(assets)}, ${JSON.stringify(variables)})('one of the pocket', () => undefined, () => { throw new Error('it runs'); });`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
  return { status, said: stdout };
}

test('without the pocket its tests fail, unless skipping is allowed', () => {
  const failed = ends(['index.js'], {});
  assert.equal(failed.status, 1);
  assert.match(failed.said, /built without the pocket.*TALLYHOUSE_WITHOUT_POCKET=1/s);
  const allowed = ends(['index.js'], { TALLYHOUSE_WITHOUT_POCKET: '1' });
  assert.equal(allowed.status, 0);
  assert.match(allowed.said, /skipped 1/);
});

test('with the pocket its tests run, even if skipping is allowed', () => {
  for (const variables of [{}, { TALLYHOUSE_WITHOUT_POCKET: '1' }]) assert.match(ends(['pocket.wasm'], variables).said, /it runs/);
});
