// More moments for the gallery: the screens around the games, spectators, counts by hand, felt colours, trouble.

import { nextQuestion, playCard, throwCards } from './cribbage.mjs';
import { easyRun, playToTheEnd, stage } from './dice.mjs';
import { addBots, openTable, sitDown } from './harness.mjs';
import { album, shoot } from './shoot.mjs';
import { answer, nextQuestion as nextQuestionOf42 } from './texas42.mjs';

const store = (page, settings) => page.evaluate((stored) => localStorage.setItem('tallyhouse.settings', JSON.stringify(stored)), settings);

/** Shows every other screen, its dialogs, and the history of a game. */
export async function around(visit) {
  const ann = await visit();
  const { page } = ann;
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await stage(page, 'choosing');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await shoot(ann, 'keys');
  await page.keyboard.press('Escape');
  await playToTheEnd(ann);
  await page.getByRole('button', { name: 'Was it fair?' }).click();
  await page.locator('[data-fair]').first().waitFor();
  await shoot(ann, 'fair');
  await ann.open(`/t/${code}`);
  const screens = [
    ['history', '/history', 'main h1'],
    ['statistics', '/statistics', 'main h1'],
    ['practise', '/practise', 'main h1'],
    ['daily', '/daily', 'main h1'],
    ['duplicate', '/duplicate', 'main h1'],
    ['pocket', '/pocket', 'main h1'],
    ['learn', '/learn/cribbage', '.coach'],
  ];
  for (const game of ['cribbage', 'texas42', 'dice']) screens.push([`rules-${game}`, `/rules/${game}`, 'main h1']);
  for (const drill of ['cribbage/discard', 'cribbage/count', 'texas42/bid', 'dice/split']) screens.push([`drill-${drill.replace('/', '-')}`, `/practise/${drill}`, '[data-question]']);
  for (const [name, path, shown] of screens) {
    await ann.open(path);
    await page.locator(shown).first().waitFor();
    await shoot(ann, name);
  }
}

/** Shows players who count their own hands, an explained word, and the reason for a refused card. */
export async function muggins(visit) {
  const [ann, bob, eve] = [await visit(), await visit(), await visit()];
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: (page) => page.getByLabel('Muggins', { exact: true }).check() });
  await sitDown(bob, code, 'Bob');
  await Promise.all([nextQuestion(ann), nextQuestion(bob)]);
  await Promise.all([throwCards(ann), throwCards(bob)]);
  await eve.open(`/t/${code}`);
  const turn = await Promise.any([ann, bob].map((one) => one.page.locator('.playable').first().waitFor().then(() => one)));
  const waiting = turn === ann ? bob : ann;
  await waiting.page.locator('[data-card]').first().click();
  await waiting.page.locator('.problem').waitFor();
  await shoot(waiting, 'cribbage-refused');
  await turn.page.locator('figcaption [data-term="crib"]').click();
  await shoot(turn, 'cribbage-term');
  await turn.page.keyboard.press('Escape');
  const counter = await Promise.any([ann, bob].map(playToTheCount));
  const other = counter === ann ? bob : ann;
  await shoot(counter, 'cribbage-claim');
  await shoot(eve, 'cribbage-looking-on-count');
  await counter.page.locator('#points').fill('0');
  await counter.page.getByRole('button', { name: 'Count 0' }).click();
  await other.page.getByRole('button', { name: 'Nothing was missed' }).waitFor();
  await shoot(other, 'cribbage-muggins');
}

/** Plays until this visitor must count. The other visitor's loop goes on unawaited. */
async function playToTheCount(visitor) {
  for (;;) {
    await visitor.page.locator('.playable, #points').first().waitFor();
    if (await visitor.page.locator('#points').count()) return visitor;
    await playCard(visitor);
  }
}

/** Shows Texas 42 and dice to a spectator. */
export async function looking(visit) {
  const [ann, eve] = [await visit(), await visit()];
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await addBots(ann, 3);
  for (let asked = await nextQuestionOf42(ann.page); asked !== 'play'; asked = await nextQuestionOf42(ann.page)) await answer(ann.page, asked, { trump: 1 });
  await eve.open(`/t/${code}`);
  await eve.page.locator('.seat').first().waitFor();
  await shoot(eve, 'texas42-looking-on');
  const race = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Race for four') });
  await addBots(ann, 3);
  await stage(ann.page, 'choosing');
  await eve.open(`/t/${race}`);
  await eve.page.locator('[data-phase]').waitFor();
  await shoot(eve, 'dice-looking-on');
}

/** Shows the other felt colours, and cards in four colours. */
export async function cloths(visit) {
  const ann = await visit();
  const { page } = ann;
  for (const [game, bots, question] of [['cribbage', 1, '[data-throw]'], ['texas42', 3, '[data-bid]'], ['dice', 0, '[data-score]']]) {
    await openTable(ann, game, { name: 'Ann' });
    await addBots(ann, bots);
    for (const felt of ['blue', 'red']) {
      await store(page, { felt, fourColours: true });
      await page.reload();
      await page.locator(question).first().waitFor();
      await shoot(ann, `${game}-felt-${felt}`);
    }
    await store(page, {});
  }
}

/** Shows a clock that has run out, an offered seat, and a house that cannot be reached. */
export async function troubles(visit) {
  const [ann, bob] = [await visit(), await visit()];
  const { page } = ann;
  const { look } = album(ann, 'cribbage');
  const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel('Seconds for each move').fill('5') });
  await sitDown(bob, code, 'Bob');
  await nextQuestion(ann);
  await page.locator('[data-ran-out]').waitFor();
  await look('ran-out');
  await bob.page.getByRole('tab', { name: 'Table' }).click();
  await bob.page.getByRole('button', { name: 'Leave the table' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Offer this seat to spectators' }).click();
  await page.locator('[data-abandoned]').waitFor();
  await look('offered-seat');
  ann.forgives = /ERR_INTERNET_DISCONNECTED|socket\.io/u;
  await ann.context.setOffline(true);
  await page.getByText(/cannot be reached|connection/i).first().waitFor({ timeout: 30_000 }).catch(() => null);
  await look('offline');
  await ann.context.setOffline(false);
}
