// The sounds of a table: every kind at every pace, and none if sounds are off.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable } from './harness.mjs';
import { playToTheEnd } from './cribbage.mjs';
import { easyRun, goOn, stage } from './dice.mjs';
import { answer, nextQuestion } from './texas42.mjs';

/** Counts the sounds, each by a pitch that only it has. */
const listen = ({ page }, settings) =>
  page.addInitScript((stored) => {
    localStorage.setItem('tallyhouse.settings', JSON.stringify(stored));
    const KINDS = { 2600: 'card', 1250: 'peg', 900: 'domino', 1700: 'die', 523: 'win', 988: 'turn' };
    globalThis.heard = {};
    const note = (hertz) => {
      const kind = KINDS[Math.round(hertz)];
      if (kind) globalThis.heard[kind] = (globalThis.heard[kind] ?? 0) + 1;
    };
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function (...to) {
      if (this instanceof AudioBufferSourceNode) note(to[0].frequency.value);
      if (this instanceof OscillatorNode) note(this.frequency.value);
      return connect.apply(this, to);
    };
  }, settings);

const heard = ({ page }) => page.evaluate(() => globalThis.heard);

/** The number of events from the house that have a sound. */
const told = (visitor, events) => visitor.told().filter(({ event }) => events.includes(event)).length;

/** The ways to hear sounds: with movement every event sounds; without it, simultaneous events sound only once. */
const WAYS = {
  'with movement': { settings: { sound: true }, reducedMotion: 'no-preference', isEach: true },
  'without movement': { settings: { sound: true }, reducedMotion: 'reduce', isEach: false },
  'at once': { settings: { sound: true, pace: 'quick' }, reducedMotion: 'no-preference', isEach: false },
  'switched off': { settings: { sound: false }, reducedMotion: 'no-preference', isEach: false },
};

/** Checks that all events sounded, or at least one of them. */
function check(count, wanted, { isEach }, kind) {
  if (isEach) assert.equal(count, wanted, kind);
  else assert.ok(count > 0 && count <= wanted, `${kind}: ${count} of ${wanted}`);
}

for (const [name, way] of Object.entries(WAYS)) {
  browserTest(`each game has its sounds, ${name}`, async ({ visit }) => {
    const [ann, bob, cid] = await Promise.all([0, 1, 2].map(() => visit({ reducedMotion: way.reducedMotion })));
    for (const one of [ann, bob, cid]) await listen(one, way.settings);
    await playCribbage(ann);
    await playTexas42(bob);
    await playDice(cid);
    const [cards, dominoes, dice] = [await heard(ann), await heard(bob), await heard(cid)];
    if (!way.settings.sound) return assert.deepEqual([cards, dominoes, dice], [{}, {}, {}]);
    assert.deepEqual(Object.keys(cards).sort(), ['card', 'peg', 'turn', 'win']);
    assert.equal(cards.win, 1);
    assert.deepEqual(Object.keys(dominoes).filter((kind) => kind !== 'win').sort(), ['domino', 'turn']);
    check(dominoes.domino, told(bob, ['dominoes_dealt', 'domino_played']), way, 'dominoes');
    assert.deepEqual(Object.keys(dice).sort(), ['die', 'turn']);
    check(dice.die, told(cid, ['dice_rolled', 'dice_rerolled']), way, 'dice');
    const isPegged = ({ event, payload }) => ['card_played', 'starter_cut'].includes(event) && payload.score > 0;
    // Counted hands add a sound for every combination.
    if (way.isEach) assert.ok(cards.peg >= ann.told().filter(isPegged).length);
  });
}

/** Plays a game that Ann wins with her first point or two. */
async function playCribbage(ann) {
  const { page } = ann;
  const ahead = async () => {
    await page.getByLabel('Short game to 61', { exact: true }).check();
    await page.getByText('All options').click();
    await page.getByRole('group', { name: 'Head start' }).getByLabel('Seat 1').fill('60');
  };
  await openTable(ann, 'cribbage', { name: 'Ann', choose: ahead });
  await addBots(ann, 1);
  await playToTheEnd(ann);
  await page.locator('[data-result] h2').getByText('You win').waitFor();
}

/** Plays a hand of Texas 42, and waits for the next question. */
async function playTexas42(bob) {
  const { page } = bob;
  await openTable(bob, 'texas42', { name: 'Bob' });
  await addBots(bob, 3);
  const isOver = () => page.locator('[data-phase="gameover"]').count();
  const deals = () => told(bob, ['dominoes_dealt']);
  while (deals() < 2 && !(await isOver())) await answer(page, await nextQuestion(page), { trump: 1 });
  while ((await nextQuestion(page)) === 'continue') await answer(page, 'continue', { trump: 1 });
}

/** Throws, rerolls and scores. */
async function playDice(cid) {
  const { page } = cid;
  await openTable(cid, 'dice', { name: 'Cid', choose: easyRun('Short solo run') });
  await page.locator('[data-score]').waitFor();
  await page.locator('[data-die][aria-pressed="true"]').first().click();
  await page.locator('[data-reroll]').click();
  await page.locator('[data-rerolls="2"]').first().waitFor({ state: 'attached' });
  await page.locator('[data-score]').click();
  if (await page.evaluate(() => !localStorage.getItem('tallyhouse.settings').includes('quick'))) await goOn(page);
  await stage(page, 'shopping');
}
