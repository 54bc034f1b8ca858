// Makes the README's pictures from those of the gallery, small enough for a page:
// `npm run --prefix web pictures`, after `npm run --prefix web gallery`.

import { mkdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ARTEFACTS, openBrowser } from './visitor.mjs';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const SHOWN = [
  'home-desk-light',
  'cribbage-play-desk-light',
  'cribbage-show-desk-dark',
  'cribbage-throw-phone-dark',
  'texas42-trick-desk-dark',
  'dice-race-desk-light',
  'cribbage-advice-desk-light',
  'cribbage-review-desk-light',
];

/** The felt has soft gradients, which are large as a PNG and look the same as a good JPEG. */
const QUALITY = 82;

await mkdir(IMAGES, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage();
for (const name of SHOWN) {
  const picture = await readFile(`${ARTEFACTS}gallery/${name}.png`);
  await page.setContent(`<style>body { margin: 0 } img { display: block }</style><img src="data:image/png;base64,${picture.toString('base64')}">`);
  const path = `${IMAGES}${name}.jpg`;
  await page.locator('img').screenshot({ path, type: 'jpeg', quality: QUALITY });
  const { size } = await stat(path);
  process.stdout.write(`${name}: ${Math.round(size / 1000)} KB\n`);
}
await browser.close();
