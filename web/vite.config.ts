import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compress } from './compress';
import { files } from './files';
import { rules } from './rules';

/** The address of the house that the development server forwards to. */
const HOUSE = process.env.TALLYHOUSE_URL ?? 'http://localhost:4242';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [rules(), svelte(), files(), compress(here('./dist'))],
  // `cargo xtask` compiles the pocket into this folder if it finds a compiler for it.
  define: { __POCKET__: JSON.stringify(existsSync(here('./pocket/pocket_bg.wasm'))) },
  worker: { format: 'es' },
  resolve: {
    // The parts of the games are outside this folder and find its packages by these names.
    alias: { $shell: here('./src'), vitest: here('./node_modules/vitest') },
    dedupe: ['svelte'],
  },
  build: {
    target: 'es2022',
    // The content policy of the house forbids `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: {
      // The host must stay the page's own: the house refuses pages of other hosts.
      '/api': { target: HOUSE, changeOrigin: false },
      '/socket.io': { target: HOUSE, ws: true },
    },
  },
  test: {
    include: ['web/src/**/*.test.ts', 'games/*/web/**/*.test.ts'],
    environment: 'node',
    dir: here('..'),
  },
});
