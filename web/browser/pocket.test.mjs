// The house in a pocket: after one visit, the page plays everything without a network and loses nothing.

import assert from 'node:assert/strict';
import { pocketTest } from './built.mjs';
import { nextQuestion, ownCards, playCard, throwCards } from './cribbage.mjs';
import * as dice from './dice.mjs';
import * as drills from './drills.mjs';
import { forgiveLoss, goOffline, openOnDevice, race, review, seenBy, target } from './pocket.mjs';
import * as texas42 from './texas42.mjs';
import { PHONE } from './visitor.mjs';

/** For each game: a question to its scorer, and the total that the page must show. */
const SCORES = [
  ['cribbage', 'hand=5H-5S-5D-JC-5C', '29'],
  ['texas42', 'mode=marks&bidder=0&bid=marks-2&trump=sixes&played=6-4_6-1_6-0_6-6', 'set'],
  ['dice', 'dice=1111122333', '494'],
];

/** For each game: the options of its shortest table, the number of bots, the next question, an answer to it, and the pieces in the hand. */
const GAMES = {
  cribbage: {
    bots: 1,
    choose: target(61),
    ask: nextQuestion,
    answer: (visitor, question) => (question === 'throw' ? throwCards(visitor) : playCard(visitor)),
    held: ownCards,
  },
  texas42: {
    bots: 3,
    choose: target(1),
    ask: async ({ page }) => {
      for (;;) {
        const question = await texas42.nextQuestion(page);
        if (question !== 'continue') return question;
        await texas42.answer(page, question, { trump: 0 });
      }
    },
    // A player who passes plays every trick; the highest bid could be lost with the first one.
    answer: async ({ page }, question) => {
      const played = question === 'play' ? [await page.locator('.domino-button.playable').first().getAttribute('data-domino')] : [];
      await texas42.answer(page, question, { trump: await page.locator('[data-bid="pass"]').count() });
      return played;
    },
    held: texas42.ownDominoes,
  },
  dice: {
    bots: 1,
    choose: race(2),
    ask: dice.nextQuestion,
    answer: dice.answer,
    held: async () => [],
  },
};

for (const [game, { bots, choose, ask, answer, held }] of Object.entries(GAMES)) {
  pocketTest(`${game} against experts without a network, on a phone: advice, killed tabs, review`, async ({ visit, tell }) => {
    const ann = await visit({ viewport: PHONE });
    await goOffline(ann);
    await ann.look('pocket-offline-phone');
    const code = await openOnDevice(ann, game, bots, choose);
    await ask(ann);
    await ann.look(`pocket-${game}-phone`, { whole: false });
    // The pocket has the house's adviser.
    await ann.page.locator('[data-ask]').click();
    await ann.page.locator('[data-choice="0"] strong').waitFor();
    await ann.look(`pocket-${game}-advice-phone`, { whole: false });
    await ann.page.keyboard.press('Escape');
    await ann.page.locator('[data-advice]').waitFor({ state: 'detached' });
    const seen = () => ann.page.locator('#table').getAttribute('data-seq').then(Number);
    const killedAt = new Set();
    let moves = 0;
    const began = Date.now();
    for (let question = await ask(ann); question !== 'over'; question = await ask(ann)) {
      const isNew = !killedAt.has(question);
      killedAt.add(question);
      if (isNew) {
        const before = await seenBy(ann);
        assert.ok(before.length > 4, `${before}`);
        await ann.killTab(`/t/${code}`);
        assert.equal(await ask(ann), question);
        assert.deepEqual(await seenBy(ann), before, `nothing must be lost at the question ${question}`);
      }
      const gone = (await answer(ann, question)) ?? [];
      moves += 1;
      if (!isNew) continue;
      // Bots may be thinking now, and must go on after the return.
      const last = await seen();
      await ann.killTab(`/t/${code}`);
      const next = await ask(ann);
      assert.ok((await seen()) >= last, `message ${await seen()} after ${last}`);
      // Later in the same deal, the hand must not have the given pieces.
      if (next !== 'over') assert.deepEqual((await held(ann)).filter((piece) => gone.includes(piece)), [], `the pieces given at the question ${question} must be gone`);
    }
    tell(`${game}: ${moves} decisions in ${Math.round((Date.now() - began) / 1000)} s`);
    assert.ok(killedAt.size > 1, `tabs must be killed at the beginning and in the middle: ${[...killedAt]}`);
    await review(ann, code);
    await ann.look(`pocket-${game}-review-phone`);
    forgiveLoss(ann);
  });
}

pocketTest('a race of dice against an expert without a network is added to the history afterwards', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  const { page } = ann;
  const code = await openOnDevice(ann, 'dice', 1, race(2));
  await dice.playToTheEnd(ann);
  await page.goto(`${ann.house.url}/`);
  const offer = page.locator('[data-offer]');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await offer.count(), 0, 'nothing must be offered without a network');
  await ann.context.setOffline(false);
  // When the house is back, the page offers to add the games played meanwhile.
  await offer.waitFor();
  await ann.look('pocket-offer-phone');
  await offer.getByRole('button', { name: 'Add to my history' }).click();
  await page.getByText('One game is in your history now, as claimed.').waitFor();
  await ann.open('/history');
  const past = page.locator(`[data-past="${code}/1"]`);
  await past.getByText(/^Claimed:/).waitFor();
  await past.getByText('Bot (Expert)').waitFor();
  assert.equal(await offer.count(), 0, 'an added game must not be offered again');
  await ann.look('history-claimed-phone');
  // The device still has the game, so it can be replayed.
  await past.getByRole('link', { name: 'Replay' }).click();
  await page.waitForURL(`**/replay/${code}?game=1`);
  await ann.open('/statistics');
  await page.locator('[data-empty]').waitFor();
  await ann.open('/pocket');
  const row = page.locator(`[data-table="${code}"]`);
  await row.getByText('in your history').waitFor();
  // Deleting the player deletes the history. The game is still on the device and in nobody's history.
  await ann.open('/settings');
  await page.locator('[data-delete]').click();
  await page.locator('[data-delete-sure]').click();
  await page.getByText('This browser is now a new player.').waitFor();
  await ann.open('/pocket');
  await row.getByRole('button', { name: 'Add to my history' }).click();
  await page.getByText('One game is in your history now, as claimed.').waitFor();
  await ann.open('/history');
  await past.getByText(/^Claimed:/).waitFor();
  // A game that the house will never accept is shown with the reason and not offered again.
  const other = await visit();
  await other.context.route('**/api/me/claims', (route) => route.fulfill({ status: 422, json: { error: { code: 'claim/unproved', message: 'it cannot be played again' } } }));
  await finishOnDevice(other);
  await other.open('/');
  await other.page.locator('[data-offer]').getByRole('button', { name: 'Add to my history' }).click();
  await other.page.getByRole('alert').getByText('The house cannot play this game again').waitFor();
  assert.equal(await other.page.locator('[data-offer]').count(), 0);
  await other.open('/pocket');
  await other.page.locator('[data-table]').getByText('The house cannot play this game again').waitFor();
  assert.equal(await other.page.getByRole('button', { name: /^Add to my history/ }).count(), 0);
  await other.look('pocket-refused');
  other.forgives = /422/;
  forgiveLoss(ann);
});

/** Plays a short run of dice on the device to its end; returns the code of its table. */
async function finishOnDevice(visitor) {
  const code = await openOnDevice(visitor, 'dice', 0, dice.easyRun('Short solo run'));
  await dice.playToTheEnd(visitor);
  return code;
}

pocketTest('a finished game is offered at another device, even if everybody has left its table', async ({ visit }) => {
  const [ann, bea] = [await visit(), await visit()];
  const code = await finishOnDevice(ann);
  const { page } = ann;
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await ann.open('/pocket');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all games to a file' }).click();
  const file = await (await saving).path();
  await bea.open('/pocket');
  await bea.page.locator('input[type="file"]').setInputFiles(file);
  await bea.page.getByText('One game was loaded.').waitFor();
  await bea.page.locator(`[data-table="${code}"]`).getByRole('button', { name: /^Add to my history/ }).waitFor();
  await bea.open('/');
  await bea.page.locator('[data-offer]').getByRole('button', { name: 'Add to my history' }).click();
  await bea.page.getByText('One game is in your history now, as claimed.').waitFor();
});

pocketTest('a run of dice, its replay, the history and the pages that need the house, without a network', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  await goOffline(ann);
  const { page } = ann;
  const code = await openOnDevice(ann, 'dice', 0, dice.easyRun('Short solo run'));
  await dice.playToTheEnd(ann);
  await review(ann, code);
  await ann.open(`/replay/${code}`);
  const moments = page.locator('[data-step]');
  await moments.waitFor();
  assert.ok(Number(await moments.getAttribute('max')) > 4, 'the replay must have all moments');
  // The history lists the games of this device with replay and review.
  await ann.open('/history');
  const past = page.locator(`[data-past="${code}/1"]`);
  await past.waitFor();
  await page.locator('[data-here]').waitFor();
  assert.match(await past.innerText(), /Won|Not won/);
  assert.match(await past.locator('time').getAttribute('datetime'), /^\d{4}-/);
  assert.equal(await past.getByRole('link', { name: 'Review' }).getAttribute('href'), `/review/${code}?game=1`);
  await ann.look('history-offline-phone');
  await past.getByRole('link', { name: 'Replay' }).click();
  await page.waitForURL(`**/replay/${code}?game=1`);
  await moments.waitFor();
  await scoreEverything(ann);
  for (const [drill, answer] of Object.entries(drills.answers)) {
    const practice = await drills.practiceOf(ann.house, drill);
    await ann.open(`/practise/${drill}`);
    await page.locator('[data-question]').waitFor();
    const cost = await answer(ann, await drills.asked(ann, practice), true, false);
    await page.locator('[data-answer]').click();
    await drills.graded(ann, practice, cost);
  }
  for (const game of ['cribbage', 'texas42', 'dice']) {
    await ann.open(`/rules/${game}`);
    await page.locator('main h2').first().waitFor();
  }
  await ann.open('/settings');
  await page.getByLabel('Dark').check();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.locator('input[name="theme"][value="system"]').check();
  await ann.open('/learn/cribbage');
  await page.locator('[data-phase]').waitFor();
  // Pages that need the house say so, and do not keep anybody waiting.
  for (const path of ['/daily', '/statistics', '/tables']) {
    await ann.open(path);
    await page.locator('[data-needs-house]').waitFor();
    assert.equal(await page.getByText('One moment').count(), 0, path);
    assert.equal(await page.locator('main [role=alert]').count(), 0, path);
  }
  await ann.look('needs-house-phone');
  forgiveLoss(ann);
});

/** Scores a hand of each game and checks the total. */
async function scoreEverything(ann) {
  for (const [game, query, total] of SCORES) {
    await ann.open(`/score/${game}?${query}`);
    await ann.page.getByText(total, { exact: true }).first().waitFor();
  }
}
