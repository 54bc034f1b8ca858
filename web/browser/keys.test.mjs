// A whole short game of each kind with keys alone, from the form of a new table to the rematch. Meanwhile a screen
// reader must hear every event once, and nothing else.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { checkInside } from './inside.mjs';
import { checkStillness, watchMovement } from './moving.mjs';

/** Presses Tab until the focused element matches. */
async function tabTo(page, selector, text = '') {
  for (let presses = 0; presses < 150; presses += 1) {
    const isThere = ([wanted, says]) => document.activeElement?.matches(wanted) && (document.activeElement.closest('label') ?? document.activeElement).textContent.includes(says);
    if (await page.evaluate(isThere, [selector, text])) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector} ${text}`);
}

async function press(page, selector, text = '', key = 'Enter') {
  await tabTo(page, selector, text);
  await page.keyboard.press(key);
}

/** Opens a table with keys: the form of a new table and the waiting room. */
async function openByKeys({ page, open }, game, { preset, options = {}, bots }) {
  await open(`/new/${game}`);
  await tabTo(page, '[autocomplete="nickname"]');
  await page.keyboard.type('Ann');
  await tabTo(page, '[type="radio"]');
  for (let presses = 0; presses < 12 && !(await page.getByLabel(preset, { exact: true }).isChecked()); presses += 1) await page.keyboard.press('ArrowDown');
  assert.equal(await page.getByLabel(preset, { exact: true }).isChecked(), true);
  if (Object.keys(options).length > 0) await press(page, 'summary', 'All options');
  for (const [field, value] of Object.entries(options)) {
    await tabTo(page, `[data-field="${field}"] input`);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(String(value));
  }
  await tabTo(page, '#pace');
  await page.keyboard.type('No');
  await press(page, 'button', 'Open the table');
  await page.waitForURL('**/t/*');
  for (let bot = 0; bot < bots; bot += 1) {
    await press(page, 'button', 'Add a bot');
    await page.waitForFunction((sit) => document.querySelectorAll('[aria-label^="Remove"]').length > sit || document.querySelector('[data-phase]'), bot);
  }
}

/** Collects every sentence that is added to the live region. */
async function listen(page) {
  await page.addInitScript(() => {
    globalThis.spoken = [];
    const heard = new WeakSet();
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.nodeType !== Node.ELEMENT_NODE) continue;
          const said = node.matches('[data-said-of]') ? [node] : node.querySelectorAll('[data-said-of]');
          for (const one of said) {
            // A sentence that was added together with its region is in two of the changes.
            if (!heard.has(one)) globalThis.spoken.push({ seq: Number(one.dataset.saidOf), text: one.textContent });
            heard.add(one);
          }
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

const HOUSE = {
  game_started: /^(The game|Game \d+) begins\.$/,
  rematch_agreed: /^You want a rematch\.$/,
};

/** The sentence for each event of a game; all other events have none. */
const SAYS = {
  cribbage: {
    dealer_cut: /cut/,
    cards_dealt: /^(You deal|\S+ deals)\. Your hand: /,
    waiting_for_discard: /^Throw two cards to /,
    cards_discarded: /throws? two cards to the crib\.$/,
    starter_cut: /^The starter is the /,
    pegging_started: /^\S+ leads?\.$/,
    card_played: /^\S+ plays? the .+: /,
    go_said: /^\S+ says? go\.$/,
    count_reset: /^A new count\. /,
    pegging_finished: /^The play is over\.$/,
    hand_scored: /^\S+ shows? .+: /,
    crib_scored: /crib is .+: /,
    game_finished: /^\S+ wins?\. /,
  },
  texas42: {
    shaker_drawn: /^\S+ shakes?\.$/,
    dominoes_dealt: /^Your dominoes: /,
    waiting_for_bid: /^\S+ opens? the bidding\.$/,
    bid_placed: /^\S+ (bids? .+|pass(es)?)\.$/,
    bidding_won: /^\S+ wins? the bid at /,
    hand_thrown_in: /^Everyone passed\. /,
    trump_named: /^\S+ calls? .+ leads?\.$/,
    domino_played: /^\S+ plays? the /,
    trick_won: /^\S+ takes? the trick for /,
    hand_laid_down: /^\S+ lays? down: /,
    hand_scored: /made|were set/,
    game_finished: / win the game\. /,
  },
  dice: {
    round_started: /^Round \d+: \d+ to pass\./,
    dice_rolled: /^You roll [1-6 ]+\./,
    dice_rerolled: /^You roll [1-6 ]+\./,
    dice_scored: /^You score .+ of \d+\. (Passed|Not enough)\.$/,
    paid: /^You are paid \d+ dollars\.$/,
    die_collected: /^The Collector /,
    bought: /^You take an? \w+ die for free\.$/,
    shop_opened: /^The shop is open\.$/,
    shop_left: /^You leave the shop\.$/,
    run_stopped: /^You stop the run\.$/,
    game_finished: /\.$/,
  },
};

/** Checks that every event since the first game was announced once and in order, and that nothing else was. */
async function checkSpoken(visitor, game) {
  const says = { ...HOUSE, ...SAYS[game] };
  const told = visitor.told().filter(({ event, payload }) => says[event] && typeof payload.seq === 'number');
  const first = told.find(({ event }) => event === 'game_started').payload.seq;
  const spoken = (await visitor.page.evaluate(() => globalThis.spoken)).filter(({ seq }) => seq >= first);
  const wanted = told.map(({ event, payload }) => ({ seq: payload.seq, event })).filter(({ seq }) => seq >= first);
  assert.deepEqual(spoken.map(({ seq }) => seq), wanted.map(({ seq }) => seq));
  const wrong = wanted.flatMap(({ event }, place) => (says[event].test(spoken[place].text) ? [] : [`${event}: ${spoken[place].text}`]));
  assert.deepEqual(wrong, []);
  return wanted.length;
}

/** The place of the first playable piece, counted from 1; 0 if there is none at this moment. */
const playablePlace = (page, pieces) => page.locator(pieces).evaluateAll((all) => all.findIndex(({ classList }) => classList.contains('playable')) + 1);

/** The answer to each question of a game with keys. The first question whose elements are present is the current one. */
const ANSWERS = {
  cribbage: {
    '[data-continue]': (page) => page.keyboard.press('Enter'),
    '[data-throw]': async (page) => {
      const deal = await page.locator('[data-deal]').getAttribute('data-deal');
      await page.keyboard.press('1');
      await page.keyboard.press('2');
      await page.locator('[data-card][aria-pressed="true"]').nth(1).waitFor();
      await page.keyboard.press('Enter');
      // The other players may throw later.
      await page.locator(`[data-deal="${deal}"] [data-throw]`).waitFor({ state: 'detached' });
    },
    '.playable': (page) => playablePlace(page, '[data-card]').then((place) => place > 0 && page.keyboard.press(String(place))),
  },
  texas42: {
    '[data-continue]': (page) => page.keyboard.press('Enter'),
    '[data-bid="pass"]': (page) => page.keyboard.press('p'),
    '[data-bid]': (page) => takeByKeys(page, '[data-bid]'),
    '[data-trump]': (page) => takeByKeys(page, '[data-trump]'),
    '.domino-button.playable': (page) => playablePlace(page, '.domino-button').then((place) => place > 0 && page.keyboard.press(String(place))),
  },
  dice: {
    '[data-continue]': (page) => page.keyboard.press('Enter'),
    '[data-stop]': (page) => press(page, '[data-stop]'),
    '[data-leave]': async (page) => ((await mayBuy(page)) ? buyByKeys(page) : press(page, '[data-leave]')),
    '[data-score]': async (page) => ((await mayReroll(page)) ? rerollByKeys(page) : page.keyboard.press('s')),
  },
};

/** Whether this round has all its rerolls. */
const mayReroll = async (page) => (await page.locator('[data-rerolls="3"]').count()) > 0;

/** Keeps the first two dice and rolls the others. */
async function rerollByKeys(page) {
  const dice = await page.locator('[data-die]').count();
  for (let place = 1; place <= dice; place += 1) {
    const die = page.locator(`[data-die="${place - 1}"]`);
    if (((await die.getAttribute('aria-pressed')) === 'true') === place <= 2) continue;
    await page.keyboard.press(String(place));
    await page.locator(`[data-die="${place - 1}"][aria-pressed="${place <= 2}"]`).waitFor();
  }
  await page.keyboard.press('r');
}

const FREE_DIE = '.good.die:not([aria-disabled="true"])';

/** Whether the shop has a die and the first one is still free. */
const mayBuy = async (page) => (await page.locator('[data-shop] .head .free').count()) > 0 && (await page.locator(FREE_DIE).count()) > 0;

/** Takes the first die of the shop to replace the player's second die. */
async function buyByKeys(page) {
  await press(page, FREE_DIE);
  await page.locator('[data-replace]').first().waitFor();
  await page.keyboard.press('2');
}

/** Presses Enter on a choice twice: the first press chooses, the second one confirms. */
async function takeByKeys(page, choice) {
  await press(page, choice);
  await page.keyboard.press('Enter');
}

/** Answers every question until the game is over; returns their number. */
async function playByKeys(page, game) {
  const answers = ANSWERS[game];
  const asked = [...Object.keys(answers), '[data-phase="gameover"]'].join(', ');
  for (let questions = 0; ; questions += 1) {
    await page.locator(asked).first().waitFor();
    const there = await page.evaluate((all) => all.find((one) => document.querySelector(one)), ['[data-continue]', '[data-phase="gameover"]', ...Object.keys(answers)]);
    if (there === '[data-phase="gameover"]') return questions;
    if (!there) continue;
    const before = await momentOf(page);
    await answers[there](page);
    await page.waitForFunction((was) => JSON.stringify([document.querySelector('#table')?.dataset.seq, document.querySelector('[data-continue]') !== null]) !== was, before);
    if (there.endsWith('.playable')) await staysOnTheHand(page);
  }
}

/** Checks that after a piece was played by key, the focus is on another piece of the hand, unless there is none or the page asks for something else. */
async function staysOnTheHand(page) {
  const where = () => page.evaluate(() => {
    const asksElse = document.querySelector('[data-continue], [data-phase="gameover"], [data-throw], [data-bid]') !== null;
    return asksElse || document.querySelector('[data-card], [data-domino]') === null || document.activeElement?.matches('[data-card], [data-domino]') ? '' : document.activeElement?.outerHTML.slice(0, 80);
  });
  // An element that disappears loses the focus before the page is redrawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await where(), '', 'the focus must stay on the hand');
}

/** A value that changes with every answer: the last message shown, and whether the page waits at an event. */
const momentOf = (page) => page.evaluate(() => JSON.stringify([document.querySelector('#table')?.dataset.seq, document.querySelector('[data-continue]') !== null]));

const GAMES = [
  { game: 'cribbage', preset: 'Short game to 61', bots: 1, begins: '[data-throw]', pieces: '[data-card]' },
  { game: 'texas42', preset: 'Tournament', options: { target: 2 }, bots: 3, begins: '[data-bid], [data-trump], .domino-button.playable', pieces: '[data-domino]' },
  { game: 'dice', preset: 'Short solo run', options: { first_target: 1 }, bots: 0, begins: '[data-score]', pieces: '[data-die]', sends: ['reroll', 'buy', 'score_dice', 'leave_shop'] },
];

for (const { game, begins, pieces, sends = [], ...how } of GAMES) {
  browserTest(`a whole game of ${game} can be played with keys alone, and every event is announced once`, async ({ visit }) => {
    const ann = await visit();
    const { page } = ann;
    await listen(page);
    await watchMovement(page);
    await openByKeys({ page, open: (path) => ann.open(path) }, game, how);
    const questions = await playByKeys(page, game);
    // A hand of Texas 42 ends as soon as its bid is lost, which takes at least the bid and one domino.
    assert.ok(questions > 1, `there must be more than one question, not ${questions}`);
    for (const command of sends) assert.ok(ann.asked(command) > 0, `${command} must be sent by keys`);
    const told = await checkSpoken(ann, game);
    assert.ok(told > 10, `${told} events`);
    // The visitors of tests prefer reduced motion.
    await checkStillness(page);
    // After a rematch the table is in view.
    await press(page, 'button', 'Rematch');
    await page.locator('[data-phase="gameover"]').waitFor({ state: 'detached' });
    await page.locator(begins).first().waitFor();
    await checkInside(page, `${game} after a rematch`, [pieces, '.bar .action, .bar .prompt']);
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus must be at the table');
    await checkSpoken(ann, game);
  });
}
