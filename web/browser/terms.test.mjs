// Every special word explains itself, by touch, by keys and to a screen reader.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { nextQuestion, playCard, throwCards } from './cribbage.mjs';
import { PHONE } from './visitor.mjs';

/** A special word under a pile or at the count. The last announcement may contain the word too. */
const word = (page, term) => page.locator(`#table :is(figcaption, p[data-count]) [data-term="${term}"]`);

const card = (page) => page.locator('[popover][role="status"]');

/** Checks that the card is inside the window and covers no count. */
async function checkCard(page) {
  const box = await card(page).boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `the card must be inside the window: ${JSON.stringify(box)}`);
  const count = await page.locator('p[data-count]').boundingBox();
  const apart = box.x >= count.x + count.width || count.x >= box.x + box.width || box.y >= count.y + count.height || count.y >= box.y + box.height;
  assert.ok(apart, `the card must not cover the count: ${JSON.stringify([box, count])}`);
}

for (const [shape, viewport] of [['wide', undefined], ['phone', PHONE]]) {
  browserTest(`a word at the table explains itself and moves nothing, ${shape}`, async ({ visit }) => {
    const ann = await visit(viewport ? { viewport } : {});
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann' });
    await addBots(ann, 1);
    await nextQuestion(ann);
    await throwCards(ann);
    await page.locator('.playable').first().waitFor();
    const places = () => page.locator('#table figcaption, #table [data-count], #table [data-card]').evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    for (const term of ['crib', 'starter', 'count']) {
      await word(page, term).click();
      await card(page).waitFor();
      if (term !== 'count') await checkCard(page);
      assert.deepEqual(await places(), before);
    }
    await word(page, 'crib').click();
    await card(page).getByText('The extra hand').waitFor();
    await ann.look(`term-${shape}`, { whole: false });
    // A touch elsewhere, a second touch of the word and Escape close the card, and Escape closes nothing else.
    await word(page, 'crib').click();
    await card(page).waitFor({ state: 'hidden' });
    await word(page, 'starter').focus();
    await page.keyboard.press('Enter');
    await card(page).getByText('The card that is cut').waitFor();
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.term), 'starter', 'the focus must stay at the word');
    // The play goes on normally.
    await playCard(ann);
  });
}

for (const [shape, viewport, drawn] of [['wide', undefined, '.board'], ['phone', PHONE, '.strip']]) {
  browserTest(`the lines of the board explain themselves, ${shape}`, async ({ visit }) => {
    const ann = await visit(viewport ? { viewport, hasTouch: true, isMobile: true } : {});
    const { page } = ann;
    await openTable(ann, 'cribbage', { name: 'Ann' });
    await addBots(ann, 1);
    await nextQuestion(ann);
    for (const [at, name, means] of [[30, 'second street', 'It begins here, after 30.'], [60, 'double skunk line', 'threefold'], [90, 'skunk line', 'counts double']]) {
      const line = page.locator(`${drawn} [data-landmark="${at}"]`);
      assert.equal(await line.textContent(), name);
      if (viewport) await line.tap();
      else await line.press('Enter');
      await card(page).getByText(means).waitFor();
      assert.equal((await card(page).locator('strong').textContent()).toLowerCase(), name);
    }
    await ann.look(`board-lines-${shape}`, { whole: false });
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'hidden' });
  });
}

browserTest('the log, what is asked, the options and the list of words explain words, also in Spanish', async ({ visit }) => {
  const ana = await visit({ locale: 'es-MX' });
  const { page } = ana;
  await ana.open('/new/texas42');
  await page.getByText('Todas las opciones').click();
  await page.locator('[data-field="splash"] [data-term="plunge"]').click();
  await card(page).getByText('Tu compañero canta triunfo').waitFor();
  await ana.open('/');
  await page.locator('[data-game="texas42"] button.primary').click();
  await page.locator('#log [data-term="shaker"]').first().click();
  await card(page).getByText('Quien mezcla las fichas').waitFor();
  await page.locator('.prompt [data-term="bid"]').click();
  await card(page).getByText('Cuántos de los 42 puntos').waitFor();
  await page.getByRole('tab', { name: 'Mesa' }).click();
  await card(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Palabras del juego' }).click();
  const list = page.getByRole('dialog', { name: 'Palabras del juego' });
  await list.getByText('nello', { exact: true }).waitFor();
  assert.ok((await list.locator('dt').count()) > 12);
  await ana.look('words-of-the-game', { whole: false });
});

browserTest('a card follows its word while the page is scrolled, until the word is out of sight', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await ann.open('/rules/cribbage');
  const heels = page.locator('strong [data-term=heels]').first();
  // Both happen at once, as with fast keys: the scroll event arrives only after the card is open.
  await heels.evaluate((one) => {
    one.scrollIntoView({ block: 'center' });
    one.click();
  });
  await card(page).waitFor();
  const gap = async () => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return (await heels.boundingBox()).y - (await card(page).boundingBox()).y;
  };
  const before = await gap();
  await page.evaluate(() => scrollBy(0, 50));
  assert.ok(Math.abs((await gap()) - before) < 1, 'the card must have moved with its word');
  await page.evaluate(() => scrollTo(0, 0));
  await card(page).waitFor({ state: 'hidden' });
});

/** The special words of a game, from the list in its rules: key and word. */
async function glossary(visitor, game) {
  await visitor.open(`/rules/${game}`);
  await visitor.page.locator('dt[id]').first().waitFor();
  return visitor.page.locator('dt[id]').evaluateAll((all) => all.map((term) => [term.id, term.innerText.toLowerCase()]));
}

/**
 * The special words in a part of a page that are explained nowhere in it. In a link, a button or the label of a field, a touch
 * has another meaning, so a word there need not explain itself.
 */
function unexplained(part, terms) {
  return part.evaluate((root, all) => {
    const explained = new Set([...root.querySelectorAll('[data-term]')].map((term) => term.dataset.term));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      const isMeant = !parentElement.closest('a, button, label, select, textarea, summary, svg, [aria-hidden="true"], .hidden');
      // In the glossary itself a word is beside its meaning.
      if (isMeant && !parentElement.closest('dt')) text += ` ${data} |`;
    }
    const holds = (word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text);
    return all.filter(([key, word]) => holds(word) && !explained.has(key)).map(([, word]) => word);
  }, terms);
}

/** The drills of each game. */
const DRILLS = {
  cribbage: ['count', 'discard', 'peg'],
  texas42: ['bid', 'lead'],
  dice: ['split', 'reroll'],
};

for (const [game, drills] of Object.entries(DRILLS)) {
  browserTest(`special words of ${game} explain themselves on the pages beside its table`, async ({ visit }) => {
    const ann = await visit();
    const { page } = ann;
    const terms = await glossary(ann, game);
    assert.ok(terms.length > 10);
    const check = async (selector, what) => {
      const part = page.locator(selector);
      await part.first().waitFor();
      // The words of a game may arrive after the page.
      await page.waitForFunction(() => document.querySelector('main [data-term]'));
      assert.deepEqual(await unexplained(part.first(), terms), [], what);
    };
    // The meaning of a word contains other special words.
    assert.ok((await page.locator('dd [data-term]').count()) > 5);
    for (const [key] of terms) {
      const row = page.locator(`div:has(> dt[id="${key}"])`);
      assert.deepEqual(await unexplained(row, terms.filter(([other]) => other !== key)), [], `what ${key} means`);
    }
    for (const drill of drills) {
      // A split question without two equal dice is rare. If it comes, another one is opened.
      do {
        await ann.open(`/practise/${game}/${drill}`);
        await page.locator('[data-question]').waitFor();
      } while (drill === 'split' && !(await hasPair(page)));
      await check('.question', `${drill}, asked`);
      await answerAnything(page, drill);
      await page.locator('[data-grade]').waitFor();
      await check('.question', `${drill}, graded`);
    }
    await ann.open('/practise');
    await check(`section:has(a[data-drill^="${game}/"])`, 'the list of drills');
    await ann.open('/daily');
    await check(`[data-daily-game=${game}]`, 'the daily deal');
    if (game !== 'dice') {
      await ann.open('/duplicate');
      await check(`li:has([data-make=${game}])`, 'the duplicate');
    }
  });
}

/** Answers a question in any way. */
async function answerAnything(page, drill) {
  if (drill === 'bid') return page.locator('[data-call]').first().click();
  if (drill === 'discard') for (const place of [0, 1]) await page.locator('[data-card]').nth(place).click();
  if (drill === 'peg') await page.locator('button[data-card]').first().click();
  if (drill === 'lead') await page.locator('[data-domino]').first().click();
  if (drill === 'split') return splitAnyhow(page);
  return page.locator('[data-answer]').click();
}

const facesOf = (page) => page.locator('[data-die]').evaluateAll((dice) => dice.map((die) => die.dataset.die));

const hasPair = async (page) => {
  const faces = await facesOf(page);
  return new Set(faces).size < faces.length;
};

/** A single die is not a hand, but two dice with the same face are one. */
async function splitAnyhow(page) {
  const faces = await facesOf(page);
  const at = faces.findIndex((face, place) => faces.indexOf(face) < place);
  for (const place of [faces.indexOf(faces[at]), at]) await page.locator('[data-die]').nth(place).click();
  return page.locator('[data-answer]').click();
}
