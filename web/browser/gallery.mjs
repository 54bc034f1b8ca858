// Takes a picture of every moment of every game at three sizes, light and dark, to be looked at:
// `npm run --prefix web gallery`, or `cargo xtask pictures`. They lie in `web/artefacts/gallery`.

import { mkdir } from 'node:fs/promises';
import { House } from '../../tests/outside/house.mjs';
import { goOn, playCard, throwCards } from './cribbage.mjs';
import { addBots, openTable } from './harness.mjs';
import { ARTEFACTS, openBrowser, Visitor } from './visitor.mjs';

const SIZES = { phone: { width: 360, height: 640 }, across: { width: 844, height: 390 }, desk: { width: 1366, height: 650 } };
const FOLDER = `${ARTEFACTS}gallery/`;

/** The first moment of each game that asks for something; cribbage is played to its end. */
const GAMES = [
  { game: 'cribbage', bots: 1, preset: 'Short game to 61', play: playCribbage },
  { game: 'cribbage', bots: 2, preset: 'Three players' },
  { game: 'cribbage', bots: 3, preset: 'Four, as partners' },
  { game: 'texas42', bots: 3 },
  { game: 'dice', bots: 0 },
];

async function shoot({ page }, moment) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
      await page.screenshot({ path: `${FOLDER}${moment}-${size}-${colorScheme}.png` });
    }
  }
}

/** Every kind of moment once. */
async function playCribbage(visitor) {
  const { page } = visitor;
  const seen = new Set();
  const look = async (kind) => {
    if (seen.has(kind)) return;
    seen.add(kind);
    await shoot(visitor, `cribbage-${kind}`);
  };
  for (;;) {
    await page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first().waitFor();
    if (await page.locator('[data-phase="gameover"]').count()) break;
    if (await page.locator('[data-continue]').count()) {
      await look((await page.locator('[data-count="crib"]').count()) ? 'crib' : 'show');
      await goOn(page);
    } else if (await page.locator('[data-throw]').count()) {
      await page.locator('[data-card]').first().click();
      await look('throw');
      await page.locator('[data-card]').first().click();
      await page.keyboard.press('h');
      await page.locator('[data-advice]').waitFor();
      await look('advice');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await throwCards(visitor);
    } else {
      if ((await page.locator('.laid li').count()) > 1) await look('play');
      await playCard(visitor);
    }
  }
  await look('over');
}

await mkdir(FOLDER, { recursive: true });
const house = await House.open();
const browser = await openBrowser();
try {
  for (const { game, bots, preset, play } of GAMES) {
    const ann = await Visitor.arrive(browser, house);
    await openTable(ann, game, { name: 'Ann', choose: preset ? (page) => page.getByLabel(preset, { exact: true }).check() : undefined });
    await addBots(ann, bots);
    await ann.page.locator('.action, .prompt').first().waitFor();
    if (play) await play(ann);
    else await shoot(ann, `${game}-${bots + 1}-seats`);
    await ann.leave();
  }
} finally {
  await browser.close();
  await house.tearDown();
}
