// Screens of all games: the widest names, the start and the end of a game, forms.

import assert from 'node:assert/strict';
import { addBots, browserTest, openTable, sitDown } from './harness.mjs';
import { playToTheEnd as playCribbage } from './cribbage.mjs';
import { easyRun, playToTheEnd as playDice } from './dice.mjs';
import { playToTheEnd as play42 } from './texas42.mjs';
import { PHONE } from './visitor.mjs';

const WIDEST = 'W'.repeat(24);

const toOneMark = async (page) => {
  await page.getByText('All options').click();
  await page.getByLabel('Play to').fill('1');
};

browserTest('the widest name breaks no list, no table of the other games, no review and no history', async ({ visit }) => {
  const ann = await visit({ viewport: PHONE });
  const { page } = ann;
  await openTable(ann, 'texas42', { name: WIDEST, choose: toOneMark });
  await ann.open('/tables');
  await page.getByText(WIDEST).first().waitFor();
  await ann.look('wide-name-lobby-phone');
  await openTable(ann, 'texas42', { name: WIDEST, choose: toOneMark });
  await addBots(ann, 3);
  await page.locator('[data-bid], [data-trump], .domino-button').first().waitFor();
  await ann.look('wide-name-texas42-phone');
  await openTable(ann, 'dice', { name: WIDEST, choose: easyRun('Short race for two') });
  await addBots(ann, 1);
  await page.locator('[data-score]').waitFor();
  await ann.look('wide-name-dice-phone');
  await openTable(ann, 'cribbage', { name: WIDEST, choose: () => page.getByLabel('Short game to 61', { exact: true }).check() });
  await addBots(ann, 1);
  await playCribbage(ann);
  await ann.look('wide-name-over-phone');
  await page.locator('[data-result]').getByRole('link', { name: 'Review' }).click();
  await page.locator('[data-review]').waitFor();
  await ann.look('wide-name-review-phone');
  await ann.open('/history');
  await page.locator('main li').first().waitFor();
  await ann.look('wide-name-history-phone');
});

browserTest('the end of Texas 42 is told to each side from its own view, with a button for the fairness check', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann', choose: toOneMark });
  await addBots(ann, 3);
  await play42(ann);
  await page.getByRole('heading', { name: /^(You and Brook|Otter and Willow) win the game$/ }).waitFor();
  await atTheEnd(page);
});

browserTest('the end of a race is told to each player from their own view', async ({ visit }) => {
  const [ann, bob] = [await visit(), await visit()];
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: (page) => page.getByLabel('Short race for two', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  await Promise.all([playDice(ann), playDice(bob)]);
  const titles = await Promise.all([ann, bob].map(({ page }) => page.locator('[data-result] h2').innerText()));
  const [one, other] = titles.toSorted((left, right) => Number(right.startsWith('You')) - Number(left.startsWith('You')));
  // Both players may have the same score.
  assert.match(one, /^You (win|and (Ann|Bob) tie for) the race$/);
  assert.match(other, one.startsWith('You win') ? /^(Ann|Bob) wins the race$/ : /^You and (Ann|Bob) tie for the race$/);
  await atTheEnd(ann.page);
});

/** Checks that a full table invites spectators, and that the words of the fairness check fit every game. */
async function atTheEnd(page) {
  await page.locator('[data-result]').getByRole('button', { name: 'Invite' }).click();
  await page.getByText('Whoever opens this link can watch.').waitFor();
  assert.equal(await page.getByText('Whoever opens this link can sit down.').count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Was it fair?' }).first().waitFor();
  assert.equal(await page.getByText(/check the cards/i).count(), 0, 'the words must not mention cards, because not every game has them');
}

browserTest('a game against a chosen bot starts with one click', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  for (const [game, level, begun] of [['cribbage', 'expert', '[data-throw]'], ['texas42', 'easy', '[data-domino]']]) {
    await ann.open('/');
    await page.locator(`[data-game="${game}"] [data-level="${level}"]`).click();
    await page.locator(begun).first().waitFor();
    await page.getByRole('tab', { name: 'Log' }).waitFor();
    const bots = [...ann.heard.join('\n').matchAll(/"level":"(\w+)"/g)].map(([, one]) => one);
    assert.equal(bots.at(-1), level);
  }
});

browserTest('the form of a new table explains each preset, and hides options without effect', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  for (const game of ['cribbage', 'texas42', 'dice']) {
    await ann.open(`/new/${game}`);
    await page.locator('[name="preset"]').first().waitFor();
    const lines = await page.locator('[name="preset"]').evaluateAll((all) => all.map((one) => document.getElementById(one.getAttribute('aria-describedby'))?.textContent ?? ''));
    assert.ok(lines.length >= 3 && lines.every((line) => line.split(' ').length > 4), `${game}: ${lines.join(' | ')}`);
    assert.equal(new Set(lines).size, lines.length);
  }
  await ann.open('/new/texas42');
  await page.getByText('All options').click();
  const asked = async (field) => (await page.locator(`[data-field="${field}"]`).count()) > 0;
  await page.getByLabel('Tournament', { exact: true }).check();
  assert.deepEqual([await asked('nello_doubles'), await asked('splash_marks'), await asked('plunge_leader')], [false, false, false]);
  await page.locator('[data-field="nello"] input').check();
  await page.locator('[data-field="nello_doubles"]').waitFor();
  await page.locator('[data-field="splash"] input').check();
  await page.locator('[data-field="splash_marks"]').waitFor();
  await page.locator('[data-field="plunge_leader"]').waitFor();
  await page.locator('[data-field="splash"] input').uncheck();
  await page.locator('[data-field="splash_marks"]').waitFor({ state: 'detached' });
});

browserTest('a locked die shows a lock and has a label for it', async ({ visit }) => {
  const ann = await visit();
  const { page } = ann;
  // A boss locks dice at random. Here a proxy marks them as locked.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const house = socket.connectToServer();
    socket.onMessage((message) => house.send(message));
    house.onMessage((message) => socket.send(String(message).replaceAll('"locked":false', '"locked":true')));
  });
  await openTable(ann, 'dice', { name: 'Ann' });
  await page.locator('[data-die]').first().waitFor();
  const die = page.locator('[data-die]').first();
  await die.getByText('locked').waitFor({ state: 'attached' });
  const { shackle, keyhole, size } = await die.evaluate((button) => ({
    shackle: button.querySelector('.lock .shackle')?.getBoundingClientRect().height ?? 0,
    keyhole: button.querySelector('.lock .keyhole')?.getBoundingClientRect().height ?? 0,
    size: button.querySelector('.lock .case')?.getBoundingClientRect().width ?? 0,
  }));
  assert.ok(shackle > 3 && keyhole > 3 && size > 10, `shackle ${shackle}, keyhole ${keyhole}, case ${size}`);
  assert.equal(await page.locator('[data-die] .lock').count(), await page.locator('[data-die]').count());
  await ann.look('dice-locked');
});
