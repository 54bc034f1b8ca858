// Moments for the gallery that a plain game seldom has, and those of Spanish, lessons, and games that people play apart.

import { nextQuestion, playToTheEnd, throwCards } from './cribbage.mjs';
import * as dice from './dice.mjs';
import { addBots, openTable } from './harness.mjs';
import { shoot } from './shoot.mjs';
import * as texas42 from './texas42.mjs';

/** Shows a lost game with a skunk, a hand of nello, locked dice, and a wild die. */
export async function rare(visit) {
  const ann = await visit();
  await lost(ann);
  await nello(ann);
  await withOtherDice(await visit(), 'dice-locked', LOCKED);
  await withOtherDice(await visit(), 'dice-wild', WILD);
}

/** Loses a game in which the bot needs one more point. */
async function lost(ann) {
  const { page } = ann;
  const choose = async () => {
    await page.getByText('All options').click();
    await page.getByRole('group', { name: 'Head start' }).getByLabel('Seat 2').fill('120');
  };
  await openTable(ann, 'cribbage', { name: 'Ann', choose });
  await addBots(ann, 1);
  await playToTheEnd(ann);
  await shoot(ann, 'cribbage-lost');
}

/** Bids as high as allowed until a hand can be played as nello, in which the partner sits out. */
async function nello(ann) {
  const { page } = ann;
  await openTable(ann, 'texas42', { name: 'Ann', choose: () => page.getByLabel('Texas family', { exact: true }).check() });
  await addBots(ann, 3);
  const named = page.locator('[data-trump="nello"]');
  let isNello = false;
  for (;;) {
    const question = await texas42.nextQuestion(page);
    if (question === 'over') return;
    if (question === 'play' && isNello) break;
    if (question === 'trump' && (await named.count())) {
      await named.click();
      await shoot(ann, 'texas42-trump-nello');
      await page.locator('[data-do]').click();
      await named.waitFor({ state: 'detached' });
      isNello = true;
    } else await texas42.answer(page, question, { trump: 0 });
  }
  await shoot(ann, 'texas42-nello');
}

/** Changes of the house's messages: locked dice, and wild dice, of which the second can be set. */
const LOCKED = [['"locked":false', '"locked":true']];
const FACES = [1, 2, 3, 4, 5, 6].map((face) => `{"die":1,"face":${face}}`).join(',');
const WILD = [['"kind":"normal","playsAs":"normal"', '"kind":"wild","playsAs":"wild"'], ['"legal":{', `"legal":{"set_wild":[${FACES}],`]];

/** Shows dice with other messages than those of the house: a boss locks dice at random, and a shop seldom sells a wild die. */
async function withOtherDice(visitor, name, changes) {
  const { page } = visitor;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const house = socket.connectToServer();
    socket.onMessage((message) => house.send(message));
    house.onMessage((message) => socket.send(changes.reduce((text, [told, instead]) => text.replaceAll(told, instead), String(message))));
  });
  await openTable(visitor, 'dice', { name: 'Ann' });
  await dice.stage(page, 'choosing');
  await shoot(visitor, name);
}

/** Shows the home page and a decision of each game in Spanish. */
export async function spanish(visit) {
  const ana = await visit({ locale: 'es-ES' });
  const { page } = ana;
  for (const [name, path, shown] of [['home', '/', '[data-game]'], ['settings', '/settings', 'fieldset'], ['create-texas42', '/new/texas42', '#pace']]) {
    await ana.open(path);
    await page.locator(shown).first().waitFor();
    await shoot(ana, `spanish-${name}`);
  }
  for (const [game, asked] of [['cribbage', '[data-throw]'], ['texas42', '[data-bid]'], ['dice', '[data-score]']]) {
    await ana.open('/');
    await page.locator(`[data-game="${game}"] button.primary`).click();
    await page.locator(asked).first().waitFor();
    await shoot(ana, `spanish-${game}`);
  }
}

/** Shows the coach in the middle of the first deal of cribbage. */
export async function lesson(visit) {
  const ann = await visit();
  const { page } = ann;
  const step = () => page.locator('[data-step]').getAttribute('data-step');
  const explained = async (wanted) => {
    for (let now = await step(); now !== wanted; now = await step()) {
      if (await page.locator('[data-next]').count()) await page.locator('[data-next]').click();
      await page.waitForFunction((before) => document.querySelector('[data-step]')?.dataset.step !== before, now);
    }
    await shoot(ann, `learn-cribbage-${wanted}`);
  };
  await ann.open('/learn/cribbage');
  await page.locator('[data-next]').waitFor();
  await explained('throw');
  for (const card of ['AS', '3S']) await page.locator(`[data-card="${card}"]`).click();
  await page.locator('[data-throw]').click();
  await explained('nine');
  await page.locator('[data-card="9D"]').click();
  await explained('run');
}

/** Shows the results of a daily deal and of a match at two tables, and the cover between two people at one device. */
export async function apart(visit) {
  const [ann, bob] = [await visit(), await visit()];
  await ann.open('/daily');
  await ann.page.locator('[data-daily-game=dice] button.primary').click();
  await ann.page.waitForURL('**/t/*');
  await dice.playToTheEnd(ann);
  await ann.page.locator('[data-daily-results]').click();
  await ann.page.locator('[data-result=dice] [data-expert]').waitFor();
  await shoot(ann, 'daily-results');
  await duplicate(ann, bob);
  await cover(await visit());
}

async function duplicate(ann, bob) {
  await ann.open('/duplicate');
  await ann.page.getByLabel('Your name').fill('Ann');
  await ann.page.locator('[data-make=cribbage]').click();
  await ann.page.waitForURL('**/duplicate/*');
  await ann.page.locator('[data-table-of-two="1"]').waitFor();
  await shoot(ann, 'duplicate-made');
  await bob.open(`${new URL(ann.page.url()).pathname}/b`);
  await bob.page.getByLabel('Your name').fill('Bob');
  await bob.page.locator('[data-sit="2-0"]').click();
  await bob.page.waitForURL('**/t/*');
  await ann.page.locator('[data-table-of-two="1"] a.primary').click();
  await ann.page.waitForURL('**/t/*');
  for (const visitor of [ann, bob]) {
    await visitor.page.getByRole('button', { name: /Add a bot/ }).click();
    await playToTheEnd(visitor);
  }
  await ann.page.locator('[data-match]').click();
  await ann.page.locator('[data-match-result]').waitFor();
  await shoot(ann, 'duplicate-result');
}

async function cover(ann) {
  const { page } = ann;
  await ann.open('/new/cribbage');
  await page.getByLabel('Your name').fill('Ann');
  await page.getByLabel(/On this device/).check();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name of player 2').fill('Bob');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  const show = page.getByRole('button', { name: /^I am / });
  await show.waitFor();
  await shoot(ann, 'pocket-cover');
  await show.click();
  await nextQuestion(ann);
  await throwCards(ann);
  await page.getByRole('button', { name: /^Hand the device to / }).waitFor();
  await shoot(ann, 'pocket-pass');
}
