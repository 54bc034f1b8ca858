// Bundles a module of the page like the page's build, and imports it into a test in Node.

import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The exports of a TypeScript module, by its path from the root of the project. */
export async function moduleOf(path) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    root: `${ROOT}web`,
    resolve: { alias: { $shell: `${ROOT}web/src` } },
    build: { write: false, minify: false, lib: { entry: `${ROOT}${path}`, formats: ['es'] } },
  });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
