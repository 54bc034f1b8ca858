// Plays cribbage through the page, and checks that the page knows no hidden cards.

import assert from 'node:assert/strict';
import { andSee } from './harness.mjs';

const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** The codes of the cards in the visitor's hand, as the page shows them. */
export const ownCards = ({ page }) => page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card));

/** A pattern for a card in a message. */
export function onTheWire(code) {
  const rank = code.slice(0, -1).replace('T', '10');
  return new RegExp(`"suit":"${SUITS[code.at(-1)]}","rank":"${rank}"|"rank":"${rank}","suit":"${SUITS[code.at(-1)]}"`);
}

/** Throws the first cards of the hand to the crib and returns them; throws none if the page does not ask for it. */
export async function throwCards(visitor, count = 2) {
  const { page } = visitor;
  const cards = page.locator('[data-card]');
  const codes = [];
  for (let place = 0; place < count; place += 1) {
    codes.push(await cards.nth(place).getAttribute('data-card'));
    await cards.nth(place).click();
  }
  const deal = await page.locator('[data-deal]').getAttribute('data-deal');
  await page.locator('[data-throw]').click();
  // Other players may be so quick that the next deal already asks for cards.
  await page.locator(`[data-deal="${deal}"] [data-throw]`).waitFor({ state: 'detached' });
  return codes;
}

/** Plays the first legal card. */
export async function playCard(visitor) {
  await andSee(visitor, () => visitor.page.locator('.playable').first().click());
}

/** Waits until the page asks this visitor for something, and goes on from every count. Returns `throw`, `play` or `over`. */
export async function nextQuestion({ page }) {
  for (;;) {
    const question = page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first();
    await question.waitFor();
    if (!(await page.locator('[data-continue]').count())) break;
    await goOn(page);
  }
  if (await page.locator('[data-phase="gameover"]').count()) return 'over';
  return (await page.locator('[data-throw]').count()) ? 'throw' : 'play';
}

const LETTERS = { spades: 'S', hearts: 'H', diamonds: 'D', clubs: 'C' };

/** The page's codes of cards, sorted. */
const codesOf = (cards) => cards.map(({ rank, suit }) => rank.replace('10', 'T') + LETTERS[suit]).sort();

/** Checks that the screen shows the house's count: the hand, each combination with its cards, and the sum. */
export async function checkCount(visitor) {
  const { page } = visitor;
  const show = page.locator('[data-count][data-total]');
  const seq = Number(await show.getAttribute('data-seq'));
  const told = visitor.told().find(({ event, payload }) => /^(hand|crib)_scored$/.test(event) && payload.seq === seq);
  assert.ok(told, `the house must have sent the count of message ${seq}`);
  const { score, cards, breakdown } = told.payload;
  assert.equal(await show.getAttribute('data-count'), told.event === 'crib_scored' ? 'crib' : 'hand');
  await show.locator('.sum').getByText(String(score), { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-total] .items li:not(.counted)') === null);
  const seen = await show.evaluate(async (root) => {
    const named = (pieces) => [...root.querySelectorAll(pieces)].map((piece) => piece.dataset.piece).sort();
    const items = [];
    let before = 0;
    for (const item of root.querySelectorAll('[data-item]')) {
      // Pointing at a combination highlights its cards.
      item.querySelector('button').dispatchEvent(new PointerEvent('pointerenter'));
      await new Promise(requestAnimationFrame);
      const sum = Number(item.querySelector('b').textContent);
      items.push({ type: item.dataset.item, points: sum - before, cards: named('.piece.up') });
      before = sum;
    }
    root.dispatchEvent(new PointerEvent('pointerleave'));
    return { cards: named('.piece:not(.starter)'), items };
  });
  const sorted = (items) => items.map((item) => JSON.stringify(item)).sort();
  assert.deepEqual(seen.cards, codesOf(cards));
  assert.deepEqual(sorted(seen.items), sorted(breakdown.map(({ type, points, cards }) => ({ type, points, cards: codesOf(cards) }))));
}

/** Goes on from a count. */
export async function goOn(page) {
  const show = page.locator('[data-count][data-total]');
  const seq = await show.getAttribute('data-seq');
  await page.locator('[data-continue]').click();
  await page.locator(`[data-count][data-seq="${seq}"]`).waitFor({ state: 'detached' });
}

/** Plays on until the game is over. */
export async function playToTheEnd(visitor, onQuestion = async () => {}) {
  for (;;) {
    const question = await nextQuestion(visitor);
    await onQuestion(question);
    if (question === 'over') return;
    if (question === 'throw') await throwCards(visitor);
    else await playCard(visitor);
  }
}

/** Checks that neither the messages of this deal nor the page contain hidden cards of other players. */
export async function checkSecrets(visitor, hiddenCards) {
  const heard = visitor.heardSince('"cards_dealt"');
  const html = await visitor.page.locator('#table').innerHTML();
  for (const code of hiddenCards) {
    assert.doesNotMatch(heard, onTheWire(code), `${code} must not be sent`);
    assert.ok(!html.includes(`data-card="${code}"`), `${code} must not be in the page`);
  }
}
