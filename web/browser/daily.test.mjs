// The daily deal through the page: played once, told after one's own game, and shared without a card.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { ownCards, playToTheEnd } from './cribbage.mjs';
import * as dice from './dice.mjs';
import * as texas42 from './texas42.mjs';
import { PHONE } from './visitor.mjs';

/** How far a visitor is with each game, as the home page says. */
const states = ({ page }) => page.locator('[data-daily] [data-daily-game]').evaluateAll((games) => games.map((game) => [game.dataset.dailyGame, game.dataset.state]));

browserTest('the daily deal is the same for everybody, once, and its results come after it', async ({ visit }) => {
  const jill = await visit();
  const { page } = jill;
  await jill.open('/');
  await page.locator('[data-daily]').waitFor();
  assert.deepEqual(await states(jill), [['cribbage', 'new'], ['texas42', 'new'], ['dice', 'new']]);
  await jill.look('home-with-daily');
  await page.locator('[data-daily-game=cribbage] a').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/daily*');
  const start = page.locator('[data-daily-game=cribbage] button');
  await start.waitFor();
  assert.equal(await page.locator('[data-result]').count(), 0);
  await jill.look('daily-new');
  await start.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/t/*');
  await page.locator('[data-throw]').waitFor();
  const first = await ownCards(jill);
  const code = page.url().split('/').at(-1);

  // Somebody else has the same cards, and cannot see what others made of them.
  const boom = await visit({ viewport: PHONE });
  await boom.open('/daily');
  await boom.page.locator('[data-daily-game=cribbage] button').click();
  await boom.page.locator('[data-throw]').waitFor();
  assert.deepEqual(await ownCards(boom), first);

  // Whoever goes away is led back.
  await jill.open('/daily');
  await page.locator('[data-daily-game=cribbage] button').click();
  await page.waitForURL(`**/t/${code}`);
  await playToTheEnd(jill);
  assert.doesNotMatch(jill.heard.join('\n'), /"secret"/, 'others may still play it');
  await page.locator('[data-daily-results]').click();
  await page.locator('[data-result=cribbage] [data-expert]').waitFor();
  const share = await page.locator('[data-share]').inputValue();
  assert.match(share, /cribbage.*\n.*place 1 of 1\nPlayed 1 day in a row\n/iu);
  assert.doesNotMatch(share, /[♠♥♦♣]|\b[A2-9TJQK][SHDC]\b/u);
  assert.equal(await page.locator('[data-daily-game=cribbage] .primary').innerText(), 'Share');
  await jill.look('daily-played');
  await jill.open('/');
  await page.locator('[data-daily-game=cribbage][data-state=over]').waitFor();

  await boom.open('/daily');
  await boom.page.locator('[data-daily-game=cribbage] button').waitFor();
  assert.equal(await boom.page.locator('[data-result]').count(), 0);
  await boom.look('daily-begun-phone');
});

/** The other games: what shows that it is one's turn, what one was dealt, and how it is played to its end. */
const OTHERS = {
  dice: { turn: '[data-score]', dealt: dice.ownDice, play: dice.playToTheEnd },
  texas42: { turn: '[data-bid]', dealt: texas42.ownDominoes, play: texas42.playToTheEnd },
};

for (const [game, { turn, dealt, play }] of Object.entries(OTHERS)) {
  browserTest(`the daily deal of ${game} is the same for everybody, and is played to its end`, async ({ visit }) => {
    const [jill, boom] = [await visit(), await visit({ viewport: PHONE })];
    for (const visitor of [jill, boom]) {
      const { page } = visitor;
      await visitor.open('/daily');
      await page.locator(`[data-daily-game=${game}] button`).click();
      await page.waitForURL('**/t/*');
      await page.locator(turn).first().waitFor();
    }
    assert.deepEqual(await dealt(boom), await dealt(jill));
    await play(jill);
    assert.doesNotMatch(jill.heard.join('\n'), /"secret"/, 'others may still play it');
    await jill.page.locator('[data-daily-results]').click();
    await jill.page.locator(`[data-result=${game}] [data-expert]`).waitFor();
    assert.match(await jill.page.locator('[data-share]').inputValue(), /place 1 of 1\nPlayed 1 day in a row\n/u);
    await jill.look(`daily-played-${game}`);
  });
}

browserTest('the daily deal speaks Spanish', async ({ visit }) => {
  const eva = await visit({ locale: 'es-ES', viewport: PHONE });
  await eva.open('/daily');
  await eva.page.getByRole('heading', { name: 'Reparto del día' }).waitFor();
  await eva.page.locator('[data-daily-game=dice] button').waitFor();
  await eva.look('daily-spanish-phone');
});
