// States of a table that a usual game may not reach, each in every window: spectators, players who count their own
// hands, four single players, races of every size, open advice, and temporary elements over the table.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { goOn, nextQuestion, playCard, throwCards } from './cribbage.mjs';
import { easyRun, goOn as goOnWithDice, stage } from './dice.mjs';
import { checkEveryWindow, shopOfPhone } from './inside.mjs';
import { answer, nextQuestion as nextQuestionOf42 } from './texas42.mjs';

const SCORES = '[data-seat] .standing';

browserTest('players who count their own hands, and a spectator, in every window', async ({ visit }) => {
  const [ann, bob, eve] = [await visit(), await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: (page) => page.getByLabel('Muggins', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await eve.open(`/t/${code}`);
  await eve.page.locator('[data-phase="discard"]').waitFor();
  await checkEveryWindow(eve.page, 'a spectator at the throw', [SCORES, '.prompt', '.pile']);
  await eve.look('cribbage-looking-on');

  await Promise.all([throwCards(ann), throwCards(bob)]);
  const turn = await Promise.any([ann, bob].map((one) => one.page.locator('.playable').first().waitFor().then(() => one)));
  await refuse(turn === ann ? bob : ann);
  await playCard(turn);
  await eve.page.locator('.laid .piece').first().waitFor();
  await checkEveryWindow(eve.page, 'a spectator at the play', [SCORES, '.prompt', '.laid .piece', '.pile', '.count strong']);

  const counter = await Promise.any([ann, bob].map(playToTheCount));
  const other = counter === ann ? bob : ann;
  await checkEveryWindow(counter.page, 'a player’s own count', [SCORES, '#claim', '#points', '.action', '.cards .piece']);
  await checkEveryWindow(other.page, 'another’s count', [SCORES, '.prompt', '.cards .piece']);
  await checkEveryWindow(eve.page, 'a spectator at a count', [SCORES, '.prompt', '.cards .piece']);
  await counter.page.locator('#points').fill('0');
  await counter.page.getByRole('button', { name: 'Count 0' }).click();
  await other.page.getByRole('button', { name: 'Nothing was missed' }).waitFor();
  await checkEveryWindow(other.page, 'muggins', [SCORES, '#claim', '#points', '.action', '.cards .piece']);
  await other.page.getByRole('button', { name: 'Nothing was missed' }).click();
  await other.page.locator('[data-total]').waitFor();
  await checkEveryWindow(other.page, 'the counted hand', [SCORES, '[data-total] .piece', '[data-total] .sum', '[data-continue]']);
});

/** Checks that a refusal is explained and does not cover the count. */
async function refuse({ page }) {
  await page.locator('[data-card]').first().click();
  await page.locator('.problem').waitFor();
  await checkEveryWindow(page, 'why not', [SCORES, '[data-card]', '.count strong', '.problem']);
}

/** Plays until this visitor must count. The other visitor's loop goes on unawaited. */
async function playToTheCount(visitor) {
  for (;;) {
    await visitor.page.locator('.playable, #points').first().waitFor();
    if (await visitor.page.locator('#points').count()) return visitor;
    await playCard(visitor);
  }
}

browserTest('four single players, and the reason for the score of a card, in every window', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Four, everyone alone', { exact: true }).check() });
  await addBots(ann, 3);
  await page.locator('[data-throw]').waitFor();
  await checkEveryWindow(page, 'throw', [SCORES, '[data-card]', '[data-throw]']);
  // At some point somebody scores in the play, and the page explains it.
  const seen = new Set();
  while (seen.size < 3) {
    await page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first().waitFor();
    assert.equal(await page.locator('[data-phase="gameover"]').count(), 0, `only ${[...seen]} were seen`);
    if (await page.locator('[data-continue]').count()) {
      if (!seen.has('show')) await checkEveryWindow(page, 'show', [SCORES, '[data-total] .piece', '[data-total] .sum', '[data-continue]']);
      seen.add('show');
      await goOn(page);
    } else if (await page.locator('[data-throw]').count()) await throwCards(ann, 1);
    else {
      if (!seen.has('play')) await checkEveryWindow(page, 'play', [SCORES, '[data-card]', '.count strong', '.prompt, .action']);
      seen.add('play');
      if (!seen.has('why') && (await page.locator('.bubble').count())) {
        await page.locator('.bubble summary').click();
        await page.locator('.bubble[open] .whys').waitFor();
        await checkEveryWindow(page, 'why', [SCORES, '.count strong', '.bubble summary', '.whys']);
        seen.add('why');
      }
      await playCard(ann);
    }
  }
});

/** The first question of each game, and the selector of the marked best move. */
const ADVISED = [
  { game: 'cribbage', bots: 1, question: '[data-throw]', marked: '[data-card].advised' },
  { game: 'texas42', bots: 3, question: '[data-bid]', marked: '[data-bid].advised' },
  { game: 'dice', bots: 0, question: '[data-score]' },
];

/** The best move and its button. */
const BEST = ['[data-choice="0"] h2', '[data-choice="0"] [data-do]', '[data-choice="0"] .chance strong'];

for (const { game, bots, question, marked } of ADVISED) {
  browserTest(`open advice of ${game} in every window`, async ({ visit }) => {
    const ann = await visit();
    const { page } = ann;
    await openTable(ann, game, { name: 'Ann' });
    await addBots(ann, bots);
    await page.locator(question).first().waitFor();
    const ask = async (what, isMarked) => {
      await page.locator('[data-ask]').click();
      await page.locator('[data-advice]').waitFor();
      await checkEveryWindow(page, `advice: ${what}`, BEST);
      await isMarked();
      await page.keyboard.press('Escape');
      await page.locator('[data-advice]').waitFor({ state: 'detached' });
    };
    await ask('the first question', async () => {
      if (game === 'dice') await checkMarkedDice(page);
      else assert.ok((await page.locator(marked).count()) > 0, 'the best move must be marked');
    });
    if (game !== 'texas42') return;
    for (let asked = await nextQuestionOf42(page); asked !== 'play'; asked = await nextQuestionOf42(page)) await answer(page, asked, { trump: 1 });
    await ask('a domino', async () => assert.equal(await page.locator('[data-domino].advised').count(), 1));
  });
}

/** Checks that the dice to keep are marked if the best move is a reroll. */
async function checkMarkedDice(page) {
  const best = await page.locator('[data-choice="0"] h2').innerText();
  const marked = await page.locator('[data-die].advised').count();
  const kept = /^Keep ([\d\s]+),/.exec(best)?.[1]?.replaceAll(/\s/g, '').length ?? 0;
  assert.equal(marked, kept, best);
}

/** The elements that must be visible in a race. */
const RACING = ['[data-target]', '[data-rerolls]', '[data-money]', '[data-seat]'];

for (const seats of [2, 3, 4, 5]) {
  browserTest(`a race of ${seats} and its shop, in every window`, async ({ visit }) => {
    const [ann, eve] = [await visit(), await visit()];
    const { page } = ann;
    const choose = async () => {
      await easyRun('Race for four')(page);
      await page.getByLabel('Players', { exact: true }).fill(String(seats));
    };
    const code = await openTable(ann, 'dice', { name: 'Ann', choose });
    await addBots(ann, seats - 1);
    await stage(page, 'choosing');
    await checkEveryWindow(page, 'choosing', [...RACING, '[data-die]', '[data-count]', '[data-score]', '[data-preview] .points']);
    if (seats === 2 || seats === 5) {
      await eve.open(`/t/${code}`);
      await eve.page.locator('[data-phase]').waitFor();
      await checkEveryWindow(eve.page, 'looking on', ['[data-target]', '[data-seat]', '.prompt']);
      await eve.look(`dice-race-of-${seats}-looking-on`);
    }
    await page.locator('[data-score]').click();
    await page.locator('[data-continue]').waitFor();
    await checkEveryWindow(page, 'show', [...RACING, '[data-scored] [data-count]', '[data-continue]']);
    await goOnWithDice(page);
    await stage(page, 'shopping');
    await checkEveryWindow(page, 'shop', [...RACING, '[data-die]', '#shop', '[data-offer]', '[data-leave]'], { mayScroll: shopOfPhone });
    if (seats === 4) await ann.look('dice-race-shop');
  });
}
