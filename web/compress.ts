// Makes compressed copies of the built files. The house sends these copies unchanged.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|webmanifest|wasm)$/;

/** A copy of a smaller file saves fewer bytes than the response headers take. */
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
  const made = file.endsWith('.wasm') ? await compressedBefore(bytes) : compressed(bytes);
  await writeFile(`${file}.br`, made.br);
  await writeFile(`${file}.gz`, made.gz);
  if (file.endsWith('.wasm')) process.stdout.write(`the pocket has ${kilobytes(bytes)} kB, ${kilobytes(made.br)} kB compressed\n`);
}

const kilobytes = ({ length }: Buffer): number => Math.round(length / 1000);

function compressed(bytes: Buffer): { br: Buffer; gz: Buffer } {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return { br: brotliCompressSync(bytes, best), gz: gzipSync(bytes, { level: 9 }) };
}

/** The compiled pocket takes long to compress and seldom changes, so its copies are kept beside it under its hash. */
async function compressedBefore(bytes: Buffer): Promise<{ br: Buffer; gz: Buffer }> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const kept = fileURLToPath(new URL(`./pocket/${hash}`, import.meta.url));
  try {
    return { br: await readFile(`${kept}.br`), gz: await readFile(`${kept}.gz`) };
  } catch {
    const made = compressed(bytes);
    await writeFile(`${kept}.br`, made.br);
    await writeFile(`${kept}.gz`, made.gz);
    return made;
  }
}
