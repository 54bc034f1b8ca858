// Makes compressed copies of the built files, which the house sends as they are.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;

/** Below this a copy saves less than the head of its answer costs. */
const WORTH_BYTES = 600;

export function compress(folder: string): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => copies(join(folder, name))));
    },
  };
}

async function copies(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTH_BYTES) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, brotliCompressSync(bytes, best));
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
