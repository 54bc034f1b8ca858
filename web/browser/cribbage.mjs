// How a visitor plays cribbage through the page, and what the page may not know meanwhile.

import assert from 'node:assert/strict';
import { andSee } from './harness.mjs';

const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** The codes of the cards in one's own hand, as the page shows them. */
export const ownCards = ({ page }) => page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card));

/** A card as it would stand in a message. */
export function onTheWire(code) {
  const rank = code.slice(0, -1).replace('T', '10');
  return new RegExp(`"suit":"${SUITS[code.at(-1)]}","rank":"${rank}"|"rank":"${rank}","suit":"${SUITS[code.at(-1)]}"`);
}

/** Throws the first cards to the crib, if asked; returns them. */
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
  // The others may be so quick that the next question to throw is that of the next deal.
  await page.locator(`[data-deal="${deal}"] [data-throw]`).waitFor({ state: 'detached' });
  return codes;
}

/** Plays the first card that may be played. */
export async function playCard(visitor) {
  await andSee(visitor, () => visitor.page.locator('.playable').first().click());
}

/** What is asked of this visitor now: `throw`, `play`, `over`; waits until something is, and goes on from every count. */
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

/** Goes on from a count, to whatever follows it. */
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

/** Neither the messages of this deal nor the page hold a card that only somebody else may know. */
export async function checkSecrets(visitor, hiddenCards) {
  const heard = visitor.heardSince('"cards_dealt"');
  const html = await visitor.page.locator('#table').innerHTML();
  for (const code of hiddenCards) {
    assert.doesNotMatch(heard, onTheWire(code), `${code} was told`);
    assert.ok(!html.includes(`data-card="${code}"`), `${code} is in the page`);
  }
}
