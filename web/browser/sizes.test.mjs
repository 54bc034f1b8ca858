// Every game on screens of every shape: zoomed to 200 %, a phone in landscape, the largest text.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { ACROSS, PHONE, ZOOMED } from './visitor.mjs';

/** A selector of the first question of each game, and the number of bots. */
const GAMES = [
  { game: 'cribbage', bots: 1, question: '[data-throw]' },
  { game: 'texas42', bots: 3, question: '[data-bid]' },
  { game: 'dice', bots: 0, question: '[data-score]' },
];

for (const { game, bots, question } of GAMES) {
  browserTest(`${game} fits a zoom of 200 % and a phone in landscape`, async ({ visit }) => {
    const ann = await visit({ viewport: ZOOMED });
    const { page } = ann;
    await openTable(ann, game, { name: 'Ann' });
    await addBots(ann, bots);
    await page.locator(question).first().waitFor();
    await ann.look(`${game}-zoomed`);
    await page.setViewportSize(ACROSS);
    await ann.look(`${game}-across`);
  });
}

browserTest('the screens around the games fit a zoom of 200 %', async ({ visit }) => {
  const ann = await visit({ viewport: ZOOMED });
  for (const [name, path, shown] of [['home', '/', '[data-game]'], ['create', '/new/texas42', '#pace'], ['settings', '/settings', 'fieldset']]) {
    await ann.open(path);
    await ann.page.locator(shown).first().waitFor();
    await ann.look(`${name}-zoomed`);
  }
});

browserTest('settings change the page at once, and the largest text fits a phone', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await ann.open('/settings');
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset, size: getComputedStyle(document.documentElement).fontSize }));
  await page.getByRole('group', { name: 'Movement' }).getByLabel('On').check();
  assert.equal((await root()).motion, 'on');
  await page.getByRole('group', { name: 'Movement' }).getByLabel('Off').check();
  await page.getByLabel('Larger').check();
  assert.deepEqual(await root(), { theme: 'light', felt: 'green', textSize: 'larger', motion: 'off', size: '21px' });
  assert.equal(await suitColours(ann), 2);
  await ann.open('/settings');
  await page.getByLabel('Each suit in its own colour').check();
  assert.equal(await suitColours(ann), 4);

  await openTable(ann, 'cribbage', { name: 'Ann with a long name' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await ann.look('cribbage-largest-phone');
});

browserTest('a table that is drawn smaller for large text is still dragged at the pointer’s pace', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  const card = page.locator('[data-card]').first();
  const table = await page.locator('#table').evaluate((one) => one.getBoundingClientRect().width / one.offsetWidth);
  assert.ok(table < 0.6, `the table is drawn at ${table}`);
  const at = await card.boundingBox();
  await page.mouse.move(at.x + 9, at.y + 9);
  await page.mouse.down();
  await page.mouse.move(at.x + 49, at.y - 91);
  await card.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
  const moved = await card.boundingBox();
  assert.deepEqual([moved.x - at.x, moved.y - at.y].map(Math.round), [40, -100]);
  await page.mouse.up();
});

browserTest('at a table that is drawn smaller for large text, the dealt cards fly from the deck', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE, reducedMotion: 'no-preference' });
  const { page } = ann;
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '32px'));
    // The distance of each dealt card from the deck at the start of its flight.
    globalThis.starts = [];
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given);
      const deck = document.querySelector('[data-place="deck"]');
      if (deck && this.querySelector('[data-card]')) {
        const [[x, y], [deckX, deckY]] = [this, deck].map((one) => middle(one.getBoundingClientRect()));
        globalThis.starts.push(Math.hypot(x - deckX, y - deckY));
      }
      return animation;
    };
  });
  await openTable(ann, 'cribbage', { name: 'Ann', pace: 'normal' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  const starts = await page.evaluate(() => globalThis.starts);
  assert.equal(starts.length, 6);
  assert.ok(Math.max(...starts) < 2, `the cards start ${starts} pixels from the deck`);
});

/** The number of colours of the suit symbols. */
async function suitColours(ann) {
  await ann.open('/score/cribbage?hand=5H-5S-5D-JC-5C');
  await ann.page.getByText('29', { exact: true }).waitFor();
  return ann.page.locator('main svg.card .index').evaluateAll((signs) => new Set(signs.map((sign) => getComputedStyle(sign).stroke)).size);
}
