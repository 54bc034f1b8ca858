// Copies the pictures that the README shows from what the browser tests have made:
// `npm run --prefix web pictures`, after the tests.

import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ARTEFACTS } from './visitor.mjs';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const SHOWN = [
  'home-light',
  'cribbage-middle-light',
  'cribbage-show-dark',
  'cribbage-discard-phone-dark',
  'texas42-play-dark',
  'dice-race-light',
  'advice-cribbage-light',
  'review-cribbage-light',
];

await mkdir(IMAGES, { recursive: true });
for (const name of SHOWN) await copyFile(`${ARTEFACTS}${name}.png`, `${IMAGES}${name}.png`);
