// The daily deal through the page: each player plays it once, sees the results only after the own game, and shares them without a card.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { ownCards, playToTheEnd } from './cribbage.mjs';
import * as dice from './dice.mjs';
import * as texas42 from './texas42.mjs';
import { PHONE } from './visitor.mjs';

const NAMES = { cribbage: 'Cribbage', texas42: 'Texas 42', dice: 'dice hands' };

/** Checks that the shared text has only the result: no card, domino, die or move. */
async function sharesNothing({ page }, game) {
  const shared = (await page.locator('[data-share]').inputValue()).split('\n');
  const [title, result, streak, link, ...more] = shared;
  assert.match(title, new RegExp(`^Tallyhouse daily deal, ${NAMES[game]}, \\d{4}-\\d\\d-\\d\\d$`, 'i'));
  assert.match(result, /^(Won|Not won) [+−]?\d+, place 1 of 1$/u);
  assert.equal(streak, 'Played 1 day in a row');
  assert.equal(link, `${new URL(page.url()).origin}/daily`);
  assert.deepEqual(more, []);
}

/** Checks the sentence about the decision in which the player and the expert differ, its cost from the review, and the link to the review. */
async function saysWhatDiffered(house, { page }, game, code) {
  const token = await page.evaluate(() => localStorage.getItem('tallyhouse.token'));
  const ask = async (path) => (await fetch(`${house.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { today } = await ask('/api/daily');
  const { differs } = (await ask(`/api/daily/${today.day}/${game}`)).expert;
  const result = page.locator(`[data-result=${game}]`);
  if (differs) {
    assert.match(await result.locator('[data-differs]').innerText(), /^You chose: .+\. The expert chose: .+\.$/);
    const told = result.locator('[data-cost]');
    await told.waitFor();
    const { decisions } = await ask(`/api/tables/${code}/review?game=1`);
    const { cost } = decisions.find(({ seat, seq }) => seat === 0 && seq === differs.seq);
    assert.equal(Number(await told.getAttribute('data-cost')), cost);
    assert.match(await told.innerText(), Math.abs(cost) < 0.0005 ? /as good as any/ : /your choice cost [\d.]+% of a game/);
  } else {
    await result.getByText('You made the same decisions as the expert.').waitFor();
  }
  assert.equal(await result.getByRole('link', { name: 'What each decision cost' }).getAttribute('href'), `/review/${code}`);
}

/** The visitor's progress in each game, from the home page. */
const states = ({ page }) => page.locator('[data-daily] [data-daily-game]').evaluateAll((games) => games.map((game) => [game.dataset.dailyGame, game.dataset.state]));

browserTest('the daily deal is the same for everybody, can be played once, and shows its results afterwards', async ({ house, visit }) => {
  const jill = await visit();
  const { page } = jill;
  await jill.open('/');
  await page.locator('[data-daily]').waitFor();
  assert.deepEqual(await states(jill), [['cribbage', 'new'], ['texas42', 'new'], ['dice', 'new']]);
  await jill.look('home-with-daily');
  await page.locator('[data-daily-game=cribbage] a').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/daily*');
  const start = page.locator('[data-daily-game=cribbage] button.primary');
  await start.waitFor();
  assert.equal(await page.locator('[data-result]').count(), 0);
  await jill.look('daily-new');
  await start.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/t/*');
  await page.locator('[data-throw]').waitFor();
  const first = await ownCards(jill);
  const code = page.url().split('/').at(-1);

  // Another player has the same cards and cannot see the results of others.
  const boom = await visit({ viewport: PHONE });
  await boom.open('/daily');
  await boom.page.locator('[data-daily-game=cribbage] button.primary').click();
  await boom.page.locator('[data-throw]').waitFor();
  assert.deepEqual(await ownCards(boom), first);

  // A player who leaves the page is led back to the table.
  await jill.open('/daily');
  await page.locator('[data-daily-game=cribbage] button.primary').click();
  await page.waitForURL(`**/t/${code}`);
  await playToTheEnd(jill);
  assert.doesNotMatch(jill.heard.join('\n'), /"secret"/, 'the secret must stay hidden while others may still play');
  await page.locator('[data-daily-results]').click();
  await page.locator('[data-result=cribbage] [data-expert]').waitFor();
  await sharesNothing(jill, 'cribbage');
  await saysWhatDiffered(house, jill, 'cribbage', code);
  assert.equal(await page.locator('[data-daily-game=cribbage] .primary').innerText(), 'Share');
  await jill.look('daily-played');
  await jill.open('/');
  await page.locator('[data-daily-game=cribbage][data-state=over]').waitFor();

  await boom.open('/daily');
  await boom.page.locator('[data-daily-game=cribbage] button.primary').waitFor();
  assert.equal(await boom.page.locator('[data-result]').count(), 0);
  await boom.look('daily-begun-phone');
});

/** The other games: a selector for the player's turn, the dealt pieces, and a function that plays to the end. */
const OTHERS = {
  dice: { turn: '[data-score]', dealt: dice.ownDice, play: dice.playToTheEnd },
  texas42: { turn: '[data-bid]', dealt: texas42.ownDominoes, play: texas42.playToTheEnd },
};

for (const [game, { turn, dealt, play }] of Object.entries(OTHERS)) {
  browserTest(`the daily deal of ${game} is the same for everybody and can be played to its end`, async ({ house, visit }) => {
    const [jill, boom] = [await visit(), await visit({ viewport: PHONE })];
    for (const visitor of [jill, boom]) {
      const { page } = visitor;
      await visitor.open('/daily');
      await page.locator(`[data-daily-game=${game}] button.primary`).click();
      await page.waitForURL('**/t/*');
      await page.locator(turn).first().waitFor();
    }
    assert.deepEqual(await dealt(boom), await dealt(jill));
    const code = jill.page.url().split('/').at(-1);
    await play(jill);
    assert.doesNotMatch(jill.heard.join('\n'), /"secret"/, 'the secret must stay hidden while others may still play');
    await jill.page.locator('[data-daily-results]').click();
    await jill.page.locator(`[data-result=${game}] [data-expert]`).waitFor();
    await sharesNothing(jill, game);
    await saysWhatDiffered(house, jill, game, code);
    await jill.look(`daily-played-${game}`);
    // It is in the history like any other game.
    await jill.open('/history');
    await jill.page.locator('[data-past]').waitFor();
    await jill.open('/statistics');
    const sums = jill.page.locator(`[data-statistics=${game}]`);
    await sums.getByText('of 1 game won').waitFor();
    assert.ok((await sums.locator('[data-measure]').count()) > 1, 'the statistics must have more measures than the score');
    assert.doesNotMatch(await sums.innerText(), /_/, 'every measure must have a name in words');
    await jill.look(`statistics-${game}`);
  });
}

browserTest('the daily deal speaks Spanish', async ({ visit }) => {
  const eva = await visit({ locale: 'es-ES', viewport: PHONE });
  await eva.open('/daily');
  await eva.page.getByRole('heading', { name: 'Reparto del día' }).waitFor();
  await eva.page.locator('[data-daily-game=dice] button.primary').waitFor();
  await eva.look('daily-spanish-phone');
});
