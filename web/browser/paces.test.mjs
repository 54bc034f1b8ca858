// The settings for the pace of counts and the order of the hand, and moves by touch.

import assert from 'node:assert/strict';
import { addBots, andSee, browserTest, openTable } from './harness.mjs';
import { goOn, nextQuestion, ownCards, playCard, throwCards } from './cribbage.mjs';
import { easyRun } from './dice.mjs';
import { BRIEFLY, nextQuestion as nextIn42, answer as answerIn42 } from './texas42.mjs';
import { PHONE } from './visitor.mjs';

/** Stores settings before the page is opened. */
const remember = ({ page }, settings) => page.addInitScript((stored) => localStorage.setItem('tallyhouse.settings', JSON.stringify(stored)), settings);

/** Counts pauses, shown counts and results, and movements by scripts and by style sheets. */
const watch = ({ page }) =>
  page.addInitScript(() => {
    globalThis.seen = { waited: 0, counts: 0, results: 0, moved: 0, styled: 0 };
    document.addEventListener('animationstart', () => (globalThis.seen.styled += 1));
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      globalThis.seen.moved += 1;
      return animate.apply(this, given);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.nodeType !== Node.ELEMENT_NODE) continue;
          const has = (what) => (node.matches(what) || node.querySelector(what) ? 1 : 0);
          globalThis.seen.waited += has('[data-continue]');
          globalThis.seen.counts += has('[data-count][data-total]');
          globalThis.seen.results += has('[data-made], [data-scored]');
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });

/** Plays the first deal until the next one starts, without going on from any count. */
async function playDealWithoutContinue(visitor) {
  const { page } = visitor;
  await page.locator('[data-throw]').waitFor();
  const deal = await page.locator('[data-deal]').getAttribute('data-deal');
  await throwCards(visitor);
  for (;;) {
    await page.locator(`.playable, [data-deal]:not([data-deal="${deal}"]) [data-throw]`).first().waitFor();
    if ((await page.locator('[data-deal]').getAttribute('data-deal')) !== deal) return page.evaluate(() => globalThis.seen);
    await playCard(visitor);
  }
}

browserTest('at the pace of the house, the counts are shown and pass by themselves', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  await watch(ann);
  await remember(ann, { pace: 'house' });
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  const { waited, counts, moved } = await playDealWithoutContinue(ann);
  assert.equal(waited, 0, 'nothing must wait for a click');
  assert.equal(counts, 3, 'two hands and the crib must be shown');
  assert.ok(moved > 10, `${moved} movements`);
});

/** Plays a part of each game with a result in the middle: a hand of Texas 42 and the next deal, a round of dice and the shop. */
const PARTS = {
  texas42: async (ann, pace) => {
    const { page } = ann;
    await openTable(ann, 'texas42', { name: 'Ann', pace, choose: () => page.getByLabel('Tournament', { exact: true }).check() });
    await addBots(ann, 3);
    const deals = () => ann.told().filter(({ event }) => event === 'dominoes_dealt').length;
    while (deals() < 2) await answerIn42(page, await nextIn42(page), { trump: 0 });
    await page.locator('[data-bid], [data-trump], .domino-button.playable').first().waitFor();
  },
  dice: async (ann, pace) => {
    const { page } = ann;
    await openTable(ann, 'dice', { name: 'Ann', pace, choose: easyRun('Short solo run') });
    await page.locator('[data-score]').waitFor();
    await page.locator('[data-die][aria-pressed="true"]').first().click();
    await page.locator('[data-reroll]').click();
    await page.locator('[data-rerolls="2"]').first().waitFor({ state: 'attached' });
    await page.locator('[data-score]').click();
    await page.locator('[data-stage="shopping"]').waitFor();
  },
};

for (const [game, play] of Object.entries(PARTS)) {
  browserTest(`at the pace of the house, ${game} shows movements and results that pass by themselves`, async ({ visit }) => {
    const ann = await visit({ reducedMotion: 'no-preference' });
    await watch(ann);
    await remember(ann, { pace: 'house' });
    // A table without pauses would show no result.
    await play(ann, 'fast');
    const { waited, results, moved, styled } = await ann.page.evaluate(() => globalThis.seen);
    assert.equal(waited, 0, 'nothing must wait for a click');
    assert.ok(results > 0, 'the result must be shown');
    assert.ok(moved > 5 && styled > 0, `pieces and other elements must move, not ${moved} and ${styled}`);
  });

  browserTest(`at the pace “at once”, nothing of ${game} moves and nothing waits`, async ({ visit }) => {
    const ann = await visit({ reducedMotion: 'no-preference' });
    await watch(ann);
    await remember(ann, { pace: 'quick' });
    await play(ann, 'instant');
    const { waited, moved, styled } = await ann.page.evaluate(() => globalThis.seen);
    assert.deepEqual({ waited, moved, styled }, { waited: 0, moved: 0, styled: 0 });
  });
}

/** Records the progress of a count, the scores, the board and the length of the log in every frame. */
const watchCounts = ({ page }) =>
  page.addInitScript(() => {
    globalThis.pictures = [];
    const note = () => {
      const show = document.querySelector('[data-total]');
      const all = (selector) => [...document.querySelectorAll(selector)];
      if (show) {
        const scores = all('[data-seat] .standing').map(({ textContent }) => Number(textContent));
        const board = document.querySelector('.board svg')?.getAttribute('aria-label') ?? '';
        globalThis.pictures.push({ seq: show.dataset.seq, total: Number(show.dataset.total), sum: Number(show.querySelector('.sum').textContent), scores, board, said: all('#log li').length });
      }
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });

const together = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

browserTest('the scores, the pegs and the log follow the count, and a player who goes on sees its end', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  const { page } = ann;
  await watchCounts(ann);
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await throwCards(ann);
  for (let shows = 0; shows < 3; ) {
    await page.locator('.playable, [data-continue]').first().waitFor();
    if (!(await page.locator('[data-continue]').count())) {
      await playCard(ann);
      continue;
    }
    shows += 1;
    // The test does not wait for the end of the second count.
    const total = await page.locator('[data-total]').getAttribute('data-total');
    if (shows !== 2) await page.locator('.sum').getByText(total, { exact: true }).waitFor();
    await goOn(page);
  }
  const pictures = await page.evaluate(() => globalThis.pictures);
  const counts = [...new Set(pictures.map(({ seq }) => seq))].map((seq) => pictures.filter((picture) => picture.seq === seq));
  assert.equal(counts.length, 3);
  let before = together(counts[0][0].scores);
  for (const [place, count] of counts.entries()) {
    const [{ total, said }] = count;
    for (const { sum, scores, board, said: now } of count.filter(({ sum }) => sum < total)) {
      assert.equal(together(scores), before + sum, 'the scores must match the progress of the count');
      for (const score of scores) assert.match(board, new RegExp(` ${score}(,|$)`));
      assert.equal(now, said, 'the log must report the count only at its end');
    }
    if (total > 0) assert.equal(count[0].sum, 0, 'a count must begin with 0');
    if (total > 0 && place !== 1) assert.equal(count.at(-1).said, said + 1, 'the log must report the count at its end');
    before += total;
  }
});

browserTest('at the pace “at once”, nothing moves and nothing waits', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  await watch(ann);
  await remember(ann, { pace: 'quick' });
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  const { waited, moved } = await playDealWithoutContinue(ann);
  assert.deepEqual({ waited, moved }, { waited: 0, moved: 0 });
});

browserTest('a count ends by itself before the clock of the player who looks at it runs out', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Seconds for each move').fill('14') });
  await addBots(ann, 1);
  const behind = page.getByText('You are behind, and your clock is running.');
  // If this test is too slow for the clock, the house moves instead, and the count comes as well.
  while (!(await page.locator('[data-continue]').count())) {
    await page.locator('[data-throw], .playable, [data-continue]').first().waitFor();
    const isThrow = (await page.locator('[data-throw]').count()) > 0;
    const tries = isThrow ? throwInTime(page) : page.locator('.playable').first().click(BRIEFLY);
    await tries.catch(() => null);
  }
  await behind.waitFor();
  // Nobody clicks. The page catches up, and the next question is visible.
  await page.locator('[data-deal="2"]').waitFor();
  await page.locator('[data-throw], .playable').first().waitFor();
  assert.equal(await page.locator('[data-total]').count(), 0);
  await behind.waitFor({ state: 'detached' });
});

async function throwInTime(page) {
  for (const place of [0, 1]) await page.locator('[data-card]').nth(place).click(BRIEFLY);
  await page.locator('[data-throw]').click(BRIEFLY);
}

browserTest('a game that ends during the play shows the winner and no earlier hands', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const nearTheEnd = async () => {
    await page.getByLabel('Short game to 61', { exact: true }).check();
    await page.getByText('All options').click();
    for (const seat of ['Seat 1', 'Seat 2']) await page.getByRole('group', { name: 'Head start' }).getByLabel(seat).fill('60');
  };
  await openTable(ann, 'cribbage', { name: 'Ann', choose: nearTheEnd });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await throwCards(ann);
  for (;;) {
    await page.locator('.playable, [data-phase="gameover"]').first().waitFor();
    if (await page.locator('[data-phase="gameover"]').count()) break;
    assert.equal(await page.locator('[data-total]').count(), 0);
    await playCard(ann);
  }
  await page.locator('[data-result] h2').getByText(/^(You win|Otter wins) by 1$/).waitFor();
  assert.equal(await page.locator('[data-total], [data-continue]').count(), 0, 'no hand must be counted');
});

browserTest('a hand of cards is in the order that the player has chosen', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  const lieBy = async (order) => {
    await ann.open('/settings');
    await page.getByRole('group', { name: 'Order of your hand' }).getByLabel(order).check();
    await ann.open(`/t/${code}`);
    await page.locator('[data-card]').first().waitFor();
    return ownCards(ann);
  };
  const sorted = (cards, place) => cards.toSorted((one, other) => place(one) - place(other));
  const rank = (card) => 'A23456789TJQK'.indexOf(card[0]);
  const byRank = await lieBy('By rank');
  assert.deepEqual(byRank.map(rank), sorted(byRank, rank).map(rank));
  const bySuit = await lieBy('By suit');
  const suits = [...new Set(bySuit.map((card) => card[1]))];
  assert.deepEqual(bySuit.map((card) => card[1]), sorted(bySuit, (card) => suits.indexOf(card[1])).map((card) => card[1]), 'the cards must be sorted by suit');
  const asDealt = await lieBy('As dealt');
  const { payload } = ann.told().findLast(({ event }) => event === 'cards_dealt');
  const dealt = payload.playerHand.map(({ rank: named, suit }) => named.replace('10', 'T') + suit[0].toUpperCase());
  assert.deepEqual(asDealt, dealt);
});

const BY_TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

/** Drags a piece up with one finger. */
async function drag(visitor, piece, up) {
  const { page, context } = visitor;
  const { x, y, width, height } = await piece.boundingBox();
  const touch = await context.newCDPSession(page);
  const at = (by) => [{ x: x + width / 4, y: y + height / 2 - by }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(up * part) });
  // A finger that is lifted while moving would scroll the page on, and the next touch would only stop the scrolling.
  await page.waitForTimeout(200);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Sends two quick taps. Each has its own time, so a slow machine does not matter. */
async function doubleTap({ page, context }, piece) {
  const { x, y, width, height } = await piece.boundingBox();
  const touch = await context.newCDPSession(page);
  const touchPoints = [{ x: x + width / 4, y: y + height / 2 }];
  const now = Date.now() / 1_000;
  for (const after of [0, 0.2]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp: now + after });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: now + after + 0.05 });
  }
}

browserTest('cards can be thrown and played with a finger: by a double tap, by dragging, by tapping twice', async ({ visit }) => {
  const ann = await visit(BY_TOUCH);
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await page.locator('[data-card]').first().tap();
  await page.locator('[data-card][aria-pressed="true"]').waitFor();
  await doubleTap(ann, page.locator('[data-card]').nth(3));
  await page.locator('[data-phase="pegging"]').waitFor();
  assert.equal((await ownCards(ann)).length, 4);

  await page.locator('.playable').first().waitFor();
  const [dragged] = await ownCards(ann);
  await drag(ann, page.locator(`[data-card="${dragged}"]`), 300);
  await page.locator(`[data-card="${dragged}"]`).waitFor({ state: 'detached' });

  // The first tap shows what the button will do, the second one plays. With a single choice the button shows it without a tap.
  while ((await nextQuestion(ann)) !== 'play' || (await page.locator('.playable').count()) < 2) {
    if (await page.locator('[data-throw]').count()) await throwCards(ann);
    else if ((await page.locator('.playable').count()) === 1) await andSee(ann, () => page.locator('[data-play]').click());
  }
  const tapped = await page.locator('.playable').first().getAttribute('data-card');
  const said = page.locator('[data-play]');
  await page.locator(`[data-card="${tapped}"]`).tap();
  await said.waitFor();
  assert.equal(await page.locator(`[data-card="${tapped}"]`).count(), 1, 'one tap must play nothing');
  await page.locator(`[data-card="${tapped}"]`).tap();
  await page.locator(`[data-card="${tapped}"]`).waitFor({ state: 'detached' });
});

browserTest('a domino can be dragged with a finger', async ({ visit }) => {
  const ann = await visit(BY_TOUCH);
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  const met = { trump: 1 };
  for (let question = await nextIn42(page); question !== 'play'; question = await nextIn42(page)) await answerIn42(page, question, met);
  const domino = page.locator('.domino-button.playable').first();
  const code = await domino.getAttribute('data-domino');
  await drag(ann, domino, 10);
  assert.equal(await page.locator(`[data-domino="${code}"]`).count(), 1);
  await drag(ann, page.locator(`[data-domino="${code}"]`), 250);
  await page.locator(`[data-domino="${code}"]`).waitFor({ state: 'detached' });
});
