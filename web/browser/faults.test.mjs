// Faults that were once seen at the table, each reproduced as it was seen.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { goOn, nextQuestion, ownCards, playCard, throwCards } from './cribbage.mjs';
import { checkInside } from './inside.mjs';
import { PHONE } from './visitor.mjs';

/** Plays one deal to the end of its show, when the next one is dealt. */
async function playDeal(visitor) {
  const { page } = visitor;
  const deal = await page.locator('[data-deal]').getAttribute('data-deal');
  for (;;) {
    await page.locator('[data-throw], .playable, [data-continue]').first().waitFor();
    if (await page.locator('[data-continue]').count()) await goOn(page);
    else if ((await page.locator('[data-deal]').getAttribute('data-deal')) !== deal) return;
    else if (await page.locator('[data-throw]').count()) await throwCards(visitor);
    else await playCard(visitor);
  }
}

browserTest('the show of one deal never reappears in the next, and old lines of the log never change', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  const asked = await page.locator('#log li').getByText(/^Throw two cards to/).first().innerText();
  await playDeal(ann);
  await nextQuestion(ann);
  assert.equal(await page.locator('[data-total]').count(), 0, 'no count must be shown now');
  const lines = await page.locator('#log li').getByText(/^Throw two cards to/).allInnerTexts();
  assert.equal(lines.length, 2);
  assert.equal(lines[0], asked, 'the line of the first deal must still name its dealer');
  assert.notEqual(lines[1], asked, 'the next line must name the other dealer');
  // During the second deal every count belongs to this deal.
  await throwCards(ann);
  const own = await ownCards(ann);
  for (;;) {
    await page.locator('.playable, [data-continue]').first().waitFor();
    if (await page.locator('[data-continue]').count()) break;
    assert.equal(await page.locator('[data-total]').count(), 0);
    await playCard(ann);
  }
  const counted = [];
  while (await page.locator('[data-continue]').count()) {
    counted.push(await page.locator('[data-total] .piece').evaluateAll((all) => all.map((piece) => piece.dataset.piece)));
    await goOn(page);
    await page.locator('[data-throw], [data-continue]').first().waitFor();
  }
  assert.ok(counted.some((cards) => own.every((card) => cards.includes(card))), 'the hand of this deal must be counted');
});

/** Records every count in every frame: the deal on the table and the visible cards. */
const watchCounts = ({ page }) =>
  page.addInitScript(() => {
    globalThis.counts = new Set();
    const note = () => {
      const show = document.querySelector('[data-total]');
      const deal = Number(document.querySelector('[data-deal]')?.dataset.deal);
      const cardsIn = (selector) => [...show.querySelectorAll(selector)].map((piece) => piece.dataset.piece).sort();
      if (show) globalThis.counts.add(JSON.stringify({ deal, seq: Number(show.dataset.seq), cards: cardsIn('.piece:not(.starter)'), starter: cardsIn('.piece.starter') }));
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });

const LETTERS = { spades: 'S', hearts: 'H', diamonds: 'D', clubs: 'C' };
const codeOf = ({ rank, suit }) => rank.replace('10', 'T') + LETTERS[suit];

/** The house's data of every count: its deal, its cards and its starter. */
function countsTold(visitor) {
  const counts = new Map();
  let [deal, starter] = [0, null];
  for (const { event, payload } of visitor.told()) {
    if (event === 'cards_dealt') deal += 1;
    if (event === 'starter_cut') starter = codeOf(payload.card);
    if (/^(hand|crib)_scored$/.test(event)) counts.set(payload.seq, { deal, seq: payload.seq, cards: payload.cards.map(codeOf).sort(), starter: [starter] });
  }
  return counts;
}

/** Checks that every count on the screen belonged to the deal on the table and had the counted cards. Returns the number of counts. */
async function checkCounts(visitor) {
  const seen = (await visitor.page.evaluate(() => [...globalThis.counts])).map((text) => JSON.parse(text));
  const told = countsTold(visitor);
  assert.deepEqual(seen, seen.map(({ seq }) => told.get(seq)));
  return seen.length;
}

browserTest('in two deals no count ever shows cards of another deal', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  await watchCounts(ann);
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  for (const deal of [1, 2]) {
    await playDeal(ann);
    assert.equal(await checkCounts(ann), 3 * deal);
  }
});

browserTest('a game that ends in the play of a later deal shows no count of an earlier deal', async ({ visit }) => {
  const [ann, bob] = [await visit({ reducedMotion: 'no-preference' }), await visit({ viewport: PHONE })];
  const { page } = ann;
  await watchCounts(ann);
  // Nobody can peg enough in one deal, and no hand counts, so the game ends in the play of a later deal.
  const nearTheEnd = async () => {
    await page.getByLabel('Count your own', { exact: true }).check();
    await page.getByText('All options').click();
    await page.getByLabel('Points to win').fill('61');
    for (const seat of ['Seat 1', 'Seat 2']) await page.getByRole('group', { name: 'Head start' }).getByLabel(seat).fill('47');
  };
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: nearTheEnd });
  await sitDown(bob, code, 'Bob');
  const turns = '[data-throw], .playable, #points, [data-continue], [data-phase="gameover"]';
  const play = async (visitor) => {
    for (;;) {
      const on = visitor.page;
      await on.locator(turns).first().waitFor();
      if (await on.locator('[data-phase="gameover"]').count()) return;
      if (await on.locator('[data-continue]').count()) await goOn(on);
      else if (await on.locator('[data-throw]').count()) await throwCards(visitor);
      else if (await on.locator('#points').count()) {
        await on.locator('#points').fill('0');
        await on.getByRole('button', { name: 'Count 0' }).click();
        await on.locator('#points').waitFor({ state: 'detached' });
      } else await playCard(visitor);
    }
  };
  await Promise.all([play(ann), play(bob)]);
  const deals = Math.max(...[...countsTold(ann).values()].map(({ deal }) => deal));
  const events = ann.told().map(({ event }) => event);
  assert.ok(events.filter((event) => event === 'cards_dealt').length > deals, 'the last deal must not be counted');
  assert.ok((await checkCounts(ann)) >= 3 * deals);
  assert.equal(await page.locator('[data-total], [data-continue]').count(), 0);
});

browserTest('a chosen card is lowered when the advice throws others', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await page.locator('[data-ask]').click();
  await page.locator('[data-advice]').waitFor();
  const best = await page.locator('.advised').evaluateAll((cards) => cards.map((card) => card.dataset.card));
  assert.equal(best.length, 2, 'the best throw must be marked on the cards');
  const other = (await ownCards(ann)).find((card) => !best.includes(card));
  await page.locator(`[data-card="${other}"]`).click();
  await page.locator('[data-choice="0"] [data-do]').click();
  await page.locator('[data-phase="pegging"]').waitFor();
  assert.equal(await page.locator('.chosen').count(), 0);
});

browserTest('the starter does not move while cards are played', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await throwCards(ann);
  await page.locator('.playable').first().waitFor();
  await page.evaluate(() => (document.querySelector('[data-starter]').mark = 'the same'));
  await playCard(ann);
  assert.equal(await page.evaluate(() => document.querySelector('[data-starter]').mark), 'the same');
});

browserTest('the starter does not move during a whole play, whoever plays', async ({ visit }) => {
  const ann = await visit({ reducedMotion: 'no-preference' });
  const { page } = ann;
  await page.addInitScript(() => {
    globalThis.moved = [];
    const note = (element, what) => {
      const piece = element.closest('[data-piece]');
      globalThis.moved.push({ what, starter: element.closest('[data-starter]') !== null || element.querySelector('[data-starter]') !== null, piece: piece?.dataset.piece ?? '' });
    };
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      note(this, 'by a script');
      return animate.apply(this, given);
    };
    for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, ({ target }) => note(target, kind));
  });
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await throwCards(ann);
  await page.locator('.playable').first().waitFor();
  // The starter has been turned face up by now, so its movement must be recorded.
  assert.ok(await page.evaluate(() => globalThis.moved.some(({ starter }) => starter)));
  const before = await page.evaluate(() => globalThis.moved.length);
  while (!(await page.locator('[data-continue]').count())) {
    await playCard(ann);
    await page.locator('.playable, [data-continue]').first().waitFor();
    // Cards may move when they are gathered for the count.
    if (await page.locator('[data-continue]').count()) break;
    const moved = await page.evaluate((from) => globalThis.moved.slice(from), before);
    assert.deepEqual(moved.filter(({ starter }) => starter), []);
  }
  const moved = await page.evaluate((from) => globalThis.moved.slice(from), before);
  const played = ann.told().filter(({ event }) => event === 'card_played').map(({ payload }) => codeOf(payload.playedCard));
  assert.equal(played.length, 8);
  const seen = played.slice(1, -1).filter((code) => moved.some(({ piece }) => piece === code));
  assert.ok(seen.length >= 5, `the cards of both players must move: ${seen}`);
});

browserTest('the widest name breaks no screen', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });

  await openTable(ann, 'cribbage', { name: 'W'.repeat(24) });
  await ann.look('waiting-room-wide-name-phone');
  await addBots(ann, 1);
  await nextQuestion(ann);
  await ann.look('cribbage-wide-name-phone');
  await ann.open('/');
  await ann.look('home-wide-name-phone');
});

const withClock = (seconds) => (page) => page.getByLabel('Seconds for each move').fill(String(seconds));

const CLOCKS = [
  { game: 'cribbage', bots: 1, says: /^Your time ran out.* You throw two cards/ },
  { game: 'texas42', bots: 3, says: /^Your time ran out.* You (bid|pass|call|play)/ },
  { game: 'dice', bots: 0, says: /^Your time ran out.* You (roll|score)/ },
];

for (const { game, bots, says } of CLOCKS) {
  browserTest(`after a clock has run out in ${game}, the page says which move was made`, async ({ visit }) => {
    const ann = await visit();
    await openTable(ann, game, { name: 'Ann', choose: withClock(5) });
    if (bots > 0) await addBots(ann, bots);
    await ann.page.locator('[data-ran-out]').getByText(says).waitFor();
  });
}

browserTest('no notice is shown to a player who moves in time', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await page.addInitScript(() => {
    globalThis.ranOut = [];
    new MutationObserver(() => document.querySelectorAll('[data-ran-out]').forEach(({ textContent }) => globalThis.ranOut.push(textContent))).observe(document, { childList: true, subtree: true });
  });
  await openTable(ann, 'cribbage', { name: 'Ann', choose: withClock(600) });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await throwCards(ann);
  await nextQuestion(ann);
  await playCard(ann);
  await nextQuestion(ann);
  assert.deepEqual(await page.evaluate(() => globalThis.ranOut), []);
});

browserTest('the page says “you” to the player, and a full table invites spectators', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit({ viewport: PHONE })];
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: (page) => page.getByLabel('Short game to 61', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  const play = async (visitor) => {
    while ((await nextQuestion(visitor)) !== 'over') {
      if (await visitor.page.locator('[data-throw]').count()) await throwCards(visitor);
      else await playCard(visitor);
    }
  };
  await Promise.all([play(ann), play(bob)]);
  const titles = [await ann.page.locator('[data-result] h2').innerText(), await bob.page.locator('[data-result] h2').innerText()].sort();
  assert.match(titles[1], /^You win by \d+$/);
  assert.match(titles[0], /^(Ann|Bob) wins by \d+$/);
  await ann.page.locator('[data-result]').getByRole('button', { name: 'Invite' }).click();
  await ann.page.getByText('Whoever opens this link can watch.').waitFor();
  await ann.page.keyboard.press('Escape');
  // After a rematch the table is in view, even for a player who comes from far down another page.
  await bob.open('/');
  const back = bob.page.getByRole('link', { name: new RegExp(code) });
  await back.waitFor();
  await bob.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok((await bob.page.evaluate(() => scrollY)) > 0, 'the home page must be longer than a phone');
  await back.dispatchEvent('click');
  await ann.page.getByRole('button', { name: 'Rematch' }).click();
  await bob.page.getByRole('button', { name: 'Rematch' }).click();
  for (const { page } of [ann, bob]) {
    await page.locator('[data-throw]').waitFor();
    await checkInside(page, 'the table after a rematch', ['[data-card]', '[data-throw]', '.standing']);
  }
});

browserTest('the players at a table can give the seat of a player who has left to a spectator', async ({ visit }) => {
  const [ann, bob, eve] = [await visit(), await visit(), await visit({ viewport: PHONE })];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await eve.open(`/t/${code}`);
  await eve.page.locator('[data-phase]').waitFor();
  await throwCards(bob);
  await bob.page.getByRole('tab', { name: 'Table' }).click();
  await bob.page.getByRole('button', { name: 'Leave the table' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();

  // Ann offers the seat, withdraws the offer, and offers it again. The page reports each step.
  const { page } = ann;
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByText('Bob has left, and a bot is playing.').waitFor();
  await page.getByRole('button', { name: 'Offer this seat to spectators' }).click();
  await page.locator('[data-abandoned]').getByText('Bob’s seat is offered to spectators.').waitFor();
  await ann.look('offered-seat', { whole: false });
  await page.getByRole('button', { name: 'Withdraw the offer' }).click();
  await page.getByRole('button', { name: 'Offer this seat to spectators' }).click();
  await page.locator('[data-abandoned]').getByText('Bob’s seat is offered to spectators.').waitFor();

  await eve.page.getByRole('button', { name: 'Menu' }).click();
  await eve.page.getByRole('tab', { name: 'Table' }).click();
  await eve.page.getByLabel('Your name').fill('Eve');
  await eve.look('take-offered-seat-phone', { whole: false });
  await eve.page.getByRole('button', { name: 'Take Bob’s seat' }).click();
  await eve.page.locator('[data-card]').first().waitFor({ state: 'attached' });
  await page.locator('[data-abandoned]').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('#log li').getByText('Eve sits down.').waitFor();
  await page.locator('#log li').getByText('Bob’s seat is no longer offered.').waitFor();
  await page.locator('#log li').getByText('Bob throws two cards to the crib.').waitFor();
  assert.equal(await page.locator('#log li').getByText('–').count(), 0, 'a player who has left must keep the name');
  // Ann and Eve go on playing.
  await throwCards(ann);
  await page.locator('[data-seat="1"]').getByText('Eve').waitFor();
  await Promise.race([page.locator('.playable').first().waitFor(), eve.page.locator('.playable').first().waitFor({ state: 'attached' })]);
});

browserTest('a seat is offered only when everybody who is still there agrees', async ({ visit }) => {
  const [ann, bob, carl, eve] = [await visit(), await visit(), await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: (page) => page.getByLabel('Three players', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  await sitDown(carl, code, 'Carl');
  await Promise.all([ann, bob, carl].map(({ page }) => page.locator('[data-throw]').waitFor()));
  await eve.open(`/t/${code}`);
  await eve.page.locator('[data-phase]').waitFor();
  for (const { page } of [ann, bob, carl, eve]) await page.getByRole('tab', { name: 'Table' }).click();
  await bob.page.getByRole('button', { name: 'Leave the table' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();

  const offer = { name: 'Offer this seat to spectators' };
  await ann.page.getByRole('button', offer).click();
  await ann.page.getByText('Agreed so far: you. Everybody here has to agree.').waitFor();
  await carl.page.getByText('Agreed so far: Ann. Everybody here has to agree.').waitFor();
  assert.equal(await eve.page.getByRole('button', { name: 'Take Bob’s seat' }).count(), 0, 'one of two players does not decide alone');
  await carl.page.getByRole('button', offer).click();
  await eve.page.getByRole('button', { name: 'Take Bob’s seat' }).waitFor();
  for (const { page } of [ann, carl]) await page.locator('[data-abandoned]').getByText('Bob’s seat is offered to spectators.').waitFor();
});

browserTest('a player who left can take the seat back from the bot', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit({ viewport: PHONE })];
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  const { page } = bob;
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await bob.open(`/t/${code}`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Take your seat back' }).click();
  await page.locator('[data-card]').first().waitFor({ state: 'attached' });
  await ann.page.locator('#log li').getByText('Bob is back.').waitFor();
});
