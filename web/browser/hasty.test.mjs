// Players who are quicker than the table: keys and clicks during movements, double clicks, and held keys.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { nextQuestion, throwCards } from './cribbage.mjs';
import { easyRun, stage } from './dice.mjs';
import { answer, nextQuestion as nextIn42, ownDominoes, passWhenAsked } from './texas42.mjs';

const MOVING = { reducedMotion: 'no-preference' };

/** A playback rate so slow that a movement outlasts the test's actions. */
const SLOW = 0.01;

/** The time that a second command would need to reach the house on a busy machine. */
const SOON_MILLIS = 500;

/** Lets the test set the speed of scripted movements; must be called before the page is opened. */
const minded = ({ page }) =>
  page.addInitScript(() => {
    globalThis.rate = 1;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given);
      animation.updatePlaybackRate(globalThis.rate);
      return animation;
    };
  });

const runAt = ({ page }, rate) =>
  page.evaluate((now) => {
    globalThis.rate = now;
    for (const animation of document.getAnimations()) animation.updatePlaybackRate(now);
  }, rate);

/** Checks that a scripted movement is running at the table. */
async function checkMoves({ page }) {
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.target.closest('#table')).length);
  assert.ok(moving > 0, 'a movement must be running');
}

/** Waits until the page has shown everything that the house has told, and nothing moves at the table. */
const untilStill = (visitor) =>
  visitor.page.waitForFunction(
    (seq) => {
      const moves = ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime) && effect.target?.closest('#table');
      return Number(document.querySelector('#table').dataset.seq) >= seq && !document.getAnimations().some(moves);
    },
    live(visitor).seq,
  );

/** Checks that nothing was refused. */
async function checkCalm({ page }) {
  assert.deepEqual(await page.locator('#table [role="alert"]').allInnerTexts(), []);
}

/** The number of commands of this kind that were sent, after a wait for any further ones. */
async function sent(visitor, command) {
  await visitor.page.waitForTimeout(SOON_MILLIS);
  await checkCalm(visitor);
  return visitor.asked(command);
}

/** The last state of the table from the house. */
const live = (visitor) => visitor.told().findLast(({ event }) => event === 'state')?.payload;

/** Waits for a state from the house for which `isIt` returns something, whatever the page shows; returns that. */
async function untilLive(visitor, isIt) {
  for (;;) {
    const found = live(visitor) && isIt(live(visitor));
    if (found) return found;
    await visitor.page.waitForTimeout(20);
  }
}

/** The fields of a legal action with this command. */
const allowed = (visitor, command) => untilLive(visitor, ({ legal }) => legal.map((action) => action[command]).find((fields) => fields !== undefined));

/** Clicks with the mouse itself, which does not wait until the element stops moving. */
async function clickAt({ page }, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}

async function dragUp({ page }, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + width / 2, y + height / 2 - part * 250);
  await page.mouse.up();
}

browserTest('keys do nothing while dice are tumbling', async ({ visit }) => {
  const ann = await visit(MOVING);
  const { page } = ann;
  await minded(ann);
  await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await page.locator('[data-score]').waitFor();
  await page.locator('[data-die][aria-pressed="true"]').first().click();
  await runAt(ann, SLOW);
  await page.keyboard.press('r');
  await page.locator('.cube').first().waitFor();
  for (const key of ['r', 's', '1', '5']) {
    await checkMoves(ann);
    await page.keyboard.press(key);
  }
  assert.equal(await sent(ann, 'reroll'), 1);
  assert.equal(ann.asked('score_dice'), 0);
  await runAt(ann, 1);
  await page.locator('[data-score]').waitFor();
  assert.equal(await page.locator('.cube').count(), 0);
  // All scoring dice are kept: none was released meanwhile.
  assert.equal(await page.locator('[data-die][aria-pressed="false"] .letter').count(), 0);
  // A held key scores once, and does not buy or leave.
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await page.locator('[data-continue]').waitFor();
  assert.equal(await sent(ann, 'score_dice'), 1);
});

browserTest('a click while cards move plays the card', async ({ visit }) => {
  const ann = await visit(MOVING);
  const { page } = ann;
  await minded(ann);
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  await throwCards(ann);
  await page.locator('.playable').first().waitFor();
  await untilStill(ann);
  await runAt(ann, SLOW);
  await page.locator('.playable').first().click();
  const played = await page.waitForFunction(() => document.querySelector('.playable') === null).then(() => allowed(ann, 'play_card'));
  await checkMoves(ann);
  const code = played.card.rank.replace('10', 'T') + played.card.suit[0].toUpperCase();
  await clickAt(ann, `[data-card="${code}"]`);
  await checkMoves(ann);
  assert.equal(await sent(ann, 'play_card'), 2);
  await runAt(ann, 1);
  await page.locator(`[data-card="${code}"]`).waitFor({ state: 'detached' });
});

/** Opens a table of Texas 42 and waits until this player must play the first domino. */
async function openAtPlay(visitor) {
  await minded(visitor);
  await openTable(visitor, 'texas42', { name: 'Ann', pace: 'instant' });
  await addBots(visitor, 3);
  await answerUntilPlay(visitor);
}

/** Answers until this player must play a domino. */
async function answerUntilPlay({ page }) {
  for (let question = await nextIn42(page); question !== 'play'; question = await nextIn42(page)) await answer(page, question, { trump: 1 });
}

/**
 * Plays a domino that moves slowly, and returns the one that the player may play next, while the page still shows the movement.
 * A hand may be decided by its first trick; then it is done again in the next one.
 */
async function leadToNextPlay(visitor) {
  const { page } = visitor;
  for (;;) {
    await untilStill(visitor);
    const before = live(visitor).seq;
    await runAt(visitor, SLOW);
    await page.locator('.domino-button.playable').first().click();
    await page.waitForFunction(() => document.querySelector('.domino-button.playable') === null);
    const { domino } = await untilLive(visitor, ({ seq, legal, view }) => {
      if (seq <= before) return undefined;
      return view.phase === 'playing' ? legal.map(({ play_domino }) => play_domino).find((fields) => fields !== undefined) : { domino: null };
    });
    if (domino !== null) return domino;
    await runAt(visitor, 1);
    await answerUntilPlay(visitor);
  }
}

for (const [how, play] of Object.entries({ click: clickAt, drag: dragUp })) {
  browserTest(`a ${how} while dominoes move plays the domino`, async ({ visit }) => {
    const ann = await visit(MOVING);
    const { page } = ann;
    await openAtPlay(ann);
    const domino = await leadToNextPlay(ann);
    const plays = ann.asked('play_domino');
    await checkMoves(ann);
    await play(ann, `[data-domino="${domino}"]`);
    await checkMoves(ann);
    assert.equal(await sent(ann, 'play_domino'), plays + 1);
    await runAt(ann, 1);
    await page.locator(`[data-domino="${domino}"]`).waitFor({ state: 'detached' });
  });
}

browserTest('while another player thinks, a click or a drag chooses a domino and does not play it', async ({ visit }) => {
  const [ann, ...others] = await Promise.all(['Ann', 'Bob', 'Cid', 'Dee'].map(() => visit()));
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  for (const [place, name] of ['Bob', 'Cid', 'Dee'].entries()) await sitDown(others[place], code, name);
  await Promise.all([bidAndName(ann), ...others.map(({ page }) => passWhenAsked(page))]);
  await ann.page.locator('.domino-button.playable').first().click();
  // Nobody plays after Ann's lead, so the table stands still.
  await untilLive(ann, ({ legal, view }) => legal.length === 0 && view.phase === 'playing' && view.currentTurn !== null);
  for (const [place, choose] of [clickAt, dragUp].entries()) {
    const domino = (await ownDominoes(ann))[place];
    await choose(ann, `[data-domino="${domino}"]`);
    await ann.page.locator(`[data-domino="${domino}"].chosen`).waitFor();
  }
  assert.equal(ann.asked('play_domino'), 1);
  await checkCalm(ann);
});

/** Bids as high as possible, names the first trump, and waits for the lead. */
async function bidAndName({ page }) {
  for (let question = await nextIn42(page); question !== 'play'; question = await nextIn42(page)) await answer(page, question, { trump: 0 });
}

browserTest('a double click on cards and buttons of cribbage does one thing', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await page.locator('[data-throw]').waitFor();
  for (const place of [0, 1]) await page.locator('[data-card]').nth(place).click();
  await page.locator('[data-throw]').dblclick();
  await page.locator('.playable').first().waitFor();
  assert.equal(await sent(ann, 'discard_cards'), 1);
  await page.locator('.playable').first().dblclick();
  assert.equal(await sent(ann, 'play_card'), 1);
  let plays = 1;
  for (; (await nextOf(page)) === 'play'; plays += 1) {
    // The button plays the focused card.
    await page.locator('.playable').first().focus();
    await page.locator('[data-play]').dblclick();
    assert.equal(await sent(ann, 'play_card'), plays + 1);
  }
  assert.equal(plays, 4);
  const counts = ann.told().filter(({ event }) => /^(hand|crib)_scored$/.test(event)).map(({ payload }) => payload.seq);
  assert.equal(counts.length, 3);
  for (const [place, seq] of counts.entries()) {
    await page.locator(`[data-total][data-seq="${seq}"]`).waitFor();
    // Neither the second click nor a held key skips the next count.
    if (place !== 1) await page.locator('[data-continue]').dblclick();
    else {
      await page.locator('[data-continue]').focus();
      for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
    }
    await page.locator(`[data-total][data-seq="${seq}"]`).waitFor({ state: 'detached' });
    await page.waitForTimeout(SOON_MILLIS);
    if (place < 2) await page.locator(`[data-total][data-seq="${counts[place + 1]}"]`).waitFor();
  }
  await page.locator('[data-throw]').waitFor();
  assert.equal(await sent(ann, 'discard_cards'), 1);
});

/** The next question: a card to play, or a counted hand. */
async function nextOf(page) {
  await page.locator('.playable, [data-continue]').first().waitFor();
  return (await page.locator('[data-continue]').count()) ? 'count' : 'play';
}

browserTest('a held key plays one card', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  await nextQuestion(ann);
  await throwCards(ann);
  await page.locator('.playable').first().waitFor();
  const place = await page.locator('[data-card]').evaluateAll((cards) => cards.findIndex(({ classList }) => classList.contains('playable')) + 1);
  for (let times = 0; times < 4; times += 1) await page.keyboard.down(String(place));
  await page.keyboard.up(String(place));
  assert.equal(await sent(ann, 'play_card'), 1);
});

browserTest('a double click on dominoes and buttons of Texas 42 does one thing', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openAtPlay(ann);
  await page.locator('.domino-button.playable').first().dblclick();
  assert.equal(await sent(ann, 'play_domino'), 1);
  for (let plays = 2; (await nextIn42(page)) === 'play' && plays < 5; plays += 1) {
    await page.locator('.domino-button.playable').first().focus();
    await page.locator('[data-do]').dblclick();
    assert.equal(await sent(ann, 'play_domino'), plays);
  }
});

browserTest('a double click on a button of dice does one thing', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await stage(page, 'choosing');
  await page.locator('[data-die][aria-pressed="true"]').first().click();
  await page.locator('[data-reroll]').dblclick();
  assert.equal(await sent(ann, 'reroll'), 1);
  await page.locator('[data-score]').dblclick();
  assert.equal(await sent(ann, 'score_dice'), 1);
  // The score stays until the player goes on.
  await page.locator('[data-scored]').waitFor();
  await page.locator('[data-continue]').dblclick();
  await stage(page, 'shopping');
  assert.equal(await sent(ann, 'leave_shop'), 0);
});
