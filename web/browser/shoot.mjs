// Takes pictures of a moment at three sizes, light and dark.

import { ARTEFACTS } from './visitor.mjs';

export const SIZES = { desk: { width: 1366, height: 650 }, phone: { width: 360, height: 740 }, across: { width: 844, height: 390 } };
export const THEMES = ['light', 'dark'];
export const FOLDER = `${ARTEFACTS}gallery/`;

export async function shoot({ page }, moment) {
  // A pointer that rests on a button would show it in another colour.
  await page.mouse.move(0, 0);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
      await page.screenshot({ path: `${FOLDER}${moment}-${size}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize(SIZES.desk);
  process.stdout.write(`${moment}\n`);
}

/** Takes a picture of each kind of moment once. */
export function album(visitor, game) {
  const seen = new Set();
  const look = async (kind) => {
    if (seen.has(kind)) return;
    seen.add(kind);
    await shoot(visitor, `${game}-${kind}`);
  };
  return { seen, look };
}
