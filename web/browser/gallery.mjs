// Takes a picture of every moment of every game at three sizes, light and dark, for people to look at:
// `npm run --prefix web gallery`, or `cargo xtask pictures`. The pictures are in `web/artefacts/gallery`, and `index.html`
// there shows them side by side. `npm run --prefix web gallery -- dice` takes the pictures of one part only.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { House } from '../../tests/outside/house.mjs';
import { goOn, playCard, throwCards } from './cribbage.mjs';
import { easyRun, goOn as goOnWithDice, stage } from './dice.mjs';
import { addBots, andSee, openTable, sitDown } from './harness.mjs';
import { around, cloths, looking, muggins, troubles } from './gallery_more.mjs';
import { apart, lesson, rare, spanish } from './gallery_rare.mjs';
import { album, FOLDER, shoot, SIZES, THEMES } from './shoot.mjs';
import { answer, nextQuestion } from './texas42.mjs';
import { openBrowser, Visitor } from './visitor.mjs';

/** A count of so many points has several combinations. Cribs are poorer than hands. */
const RICH = { hand: 8, crib: 4 };

/** Every part of the gallery by its name. */
const PARTS = { shell, around, cribbage, muggins, seats, texas42, dice, race, rare, looking, cloths, troubles, moving, spanish, lesson, apart };

async function shell(visit) {
  const [ann, bob] = [await visit(), await visit()];
  const screens = [
    ['home', '/', '[data-game]'],
    ['settings', '/settings', 'fieldset'],
    ['score-cribbage', '/score/cribbage?hand=5H-5S-5D-JC-5C', '[data-total], .total'],
    ['score-texas42', '/score/texas42?mode=marks&bidder=0&bid=marks-2&trump=sixes&played=6-4_6-1_6-0_6-6', 'main svg'],
    ['score-dice', '/score/dice?dice=1111122333', '[data-total]'],
  ];
  for (const game of ['cribbage', 'texas42', 'dice']) screens.push([`create-${game}`, `/new/${game}`, '#pace']);
  for (const [name, path, shown] of screens) {
    await ann.open(path);
    await ann.page.locator(shown).first().waitFor();
    await shoot(ann, name);
  }
  await ann.open('/new/texas42');
  await ann.page.getByText('All options').click();
  await shoot(ann, 'create-options');
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await shoot(ann, 'waiting-room');
  await bob.open(`/t/${code}`);
  await bob.page.getByRole('button', { name: 'Sit down' }).waitFor();
  await shoot(bob, 'take-seat');
  await bob.open('/tables');
  await bob.page.getByRole('link', { name: `Join ${code}` }).waitFor();
  await shoot(bob, 'tables');
}

async function cribbage(visit) {
  const ann = await visit();
  const { page } = ann;
  const { look, seen } = album(ann, 'cribbage');
  const code = await openTable(ann, 'cribbage', { name: 'Ann' });
  await addBots(ann, 1);
  for (;;) {
    await page.locator('[data-throw], .playable, [data-continue], [data-phase="gameover"]').first().waitFor();
    if (await page.locator('[data-phase="gameover"]').count()) break;
    if (await page.locator('[data-continue]').count()) {
      await page.locator('.sum').first().waitFor();
      await lookAtRichCount(page, look);
      await goOn(page);
    } else if (await page.locator('[data-throw]').count()) {
      if (!seen.has('throw')) {
        await look('dealt');
        await page.locator('[data-card]').first().click();
        await page.locator('[data-card]').nth(1).click();
        await look('throw');
        await page.locator('[data-card]').first().click();
        await page.locator('[data-card]').nth(1).click();
        await page.keyboard.press('h');
        await page.locator('[data-advice]').waitFor();
        await look('advice');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await lookAtRail(ann, look);
      }
      await throwAsAdvised(ann);
    } else {
      if (!seen.has('thirty-one') && (await aimAt(page, /: 31 for \d+$/))) await look('thirty-one');
      if (!seen.has('play') && (await isInTheMiddle(page))) await look('play');
      await playCard(ann);
    }
  }
  await look('over');
  await lookBack(ann, code, look);
}

/** Throws what the adviser would throw, so that the hands and the review are those of somebody who can play. */
async function throwAsAdvised(ann) {
  const { page } = ann;
  await page.keyboard.press('h');
  await page.locator('[data-choice] button').first().waitFor();
  await andSee(ann, () => page.locator('[data-choice]').first().getByRole('button', { name: 'Do this' }).click());
  await page.locator('[data-throw]').waitFor({ state: 'detached' });
  await page.locator('[data-tab="log"]').click();
}

/** Shows a count of several combinations in mid-game, with the cards of the first one lit. */
async function lookAtRichCount(page, look) {
  const show = page.locator('[data-count][data-total]');
  const kind = await show.getAttribute('data-count');
  if (Number(await show.getAttribute('data-total')) < RICH[kind] || (await highest(page)) < 30) return;
  // By itself the page lights the cards of each combination only for players who want movement.
  await page.mouse.move(0, 0);
  await show.locator('[data-item] button').first().dispatchEvent('pointerenter');
  await look(kind === 'crib' ? 'crib' : 'show');
}

/** The score of the player who is ahead. */
const highest = async (page) => Math.max(...(await page.locator('[data-seat] .standing').allInnerTexts()).map(Number));

/** Whether the pegs are well up the board, some cards lie, and a card of the hand would score. */
async function isInTheMiddle(page) {
  const [laid, held] = [await page.locator('.laid li').count(), await page.locator('[data-card]').count()];
  return (await highest(page)) >= 45 && laid > 1 && held > 1 && aimAt(page, / for \d+$/);
}

/** Points at the first card for which the button says this, if there is one. */
async function aimAt(page, says) {
  const cards = page.locator('.playable');
  for (let place = 0; place < (await cards.count()); place += 1) {
    await cards.nth(place).dispatchEvent('pointerenter', { pointerType: 'mouse' });
    if (says.test(await page.locator('[data-play]').innerText())) return true;
  }
  return false;
}

/** Shows every tab of the rail, which is a sheet on a phone. */
async function lookAtRail({ page }, look) {
  for (const tab of ['log', 'table', 'text']) {
    if (tab === 'text') await page.keyboard.press('t');
    else await page.locator(`[data-tab="${tab}"]`).click();
    await page.setViewportSize(SIZES.phone);
    if (tab !== 'text') await page.getByRole('button', { name: 'Menu' }).click();
    await look(`rail-${tab}`);
    await page.keyboard.press('Escape');
  }
}

/** Shows the review and the replay of a finished game. */
async function lookBack(ann, code, look) {
  const { page } = ann;
  await ann.open(`/review/${code}`);
  await page.locator('[data-review]').waitFor();
  await look('review');
  await page.locator('[data-costliest]').scrollIntoViewIfNeeded();
  await look('review-costliest');
  await ann.open(`/replay/${code}`);
  await page.locator('[data-step]').waitFor();
  await page.locator('[data-step]').evaluate((slider) => {
    slider.value = String(Math.round(slider.max / 3));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await look('replay');
}

/** Shows games of more than two, and a spectator. */
async function seats(visit) {
  for (const [preset, bots, name] of [['Three players', 2, '3-seats'], ['Four, as partners', 3, '4-seats'], ['Four, everyone alone', 3, '4-alone']]) {
    const ann = await visit();
    const { page } = ann;
    const { look } = album(ann, `cribbage-${name}`);
    const code = await openTable(ann, 'cribbage', { name: 'Ann', choose: () => page.getByLabel(preset, { exact: true }).check() });
    await addBots(ann, bots);
    await page.locator('[data-throw]').waitFor();
    await look('throw');
    await throwCards(ann, 1);
    await page.locator('.playable').first().waitFor();
    await playCard(ann);
    await page.locator('.playable, [data-continue]').first().waitFor();
    await look('play');
    const eve = await visit();
    await eve.open(`/t/${code}`);
    await eve.page.locator('[data-phase]').waitFor();
    await shoot(eve, `cribbage-${name}-looking-on`);
  }
}

async function texas42(visit) {
  const ann = await visit();
  const { page } = ann;
  const { look, seen } = album(ann, 'texas42');
  const code = await openTable(ann, 'texas42', { name: 'Ann' });
  await addBotsOf(ann, ['hard', 'easy', 'expert']);
  const met = { trump: 0 };
  for (;;) {
    const question = await nextQuestion(page);
    if (question === 'over') break;
    if (question === 'bid' && !seen.has('bid')) {
      await page.locator('[data-bid]').nth(1).click();
      await look('bid');
      await page.keyboard.press('h');
      await page.locator('[data-advice]').waitFor();
      await look('advice');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('[data-tab="log"]').click();
    } else if (question === 'trump') {
      met.trump += 1;
      await look('trump');
    } else if (question === 'play') {
      const plays = Number(await page.locator('[data-plays]').getAttribute('data-plays'));
      await page.locator('.domino-button.playable').first().dispatchEvent('pointermove');
      if (plays === 0) await look('lead');
      // The visitor bids as high as possible only in the first hand.
      if (plays > 1 && seen.has('hand-over')) await look('trick');
      if (await page.locator('[data-lay-down]').count()) await look('lay-down');
    } else if (question === 'continue') await look('hand-over');
    await answer(page, question, met);
  }
  await look('over');
  await lookBack(ann, code, look);
}

/** Adds a bot of each of these levels. */
async function addBotsOf({ page }, levels) {
  for (const [place, level] of levels.entries()) {
    await page.locator('.level select').selectOption(level);
    await page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${place + 2}`) }).click();
  }
  await page.locator('[data-phase]').waitFor();
}

async function dice(visit) {
  const ann = await visit();
  const { page } = ann;
  const { look } = album(ann, 'dice');
  // First a normal round, then a run with targets so low that it reaches its end.
  await openTable(ann, 'dice', { name: 'Ann', choose: () => page.getByLabel('Short solo run', { exact: true }).check() });
  await stage(page, 'choosing');
  await look('roll');
  await page.locator('[data-die][aria-pressed="true"]').first().click();
  await look('hold');
  await page.keyboard.press('h');
  await page.locator('[data-advice]').waitFor();
  await look('advice');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const code = await openTable(ann, 'dice', { name: 'Ann', choose: easyRun('Short solo run') });
  await stage(page, 'choosing');
  await page.locator('[data-score]').click();
  await page.locator('[data-scored]').waitFor();
  await look('score');
  await goOnWithDice(page);
  await stage(page, 'shopping');
  await look('shop');
  await page.locator('.good.die[aria-disabled="false"]').first().click();
  if (await page.locator('[data-replace]').count()) {
    await look('replace');
    await page.locator('[data-replace]').first().click();
  }
  await page.locator('[data-offer]').getByText('sold').first().waitFor();
  await look('shop-sold');
  await page.locator('[data-leave]').click();
  for (const round of [2, 3]) {
    await page.locator(`[data-round="${round}"][data-stage="choosing"]`).waitFor();
    await page.locator('[data-score]').click();
    await goOnWithDice(page);
    await stage(page, 'shopping');
    await page.locator('[data-leave]').click();
  }
  await page.locator('[data-round="4"] [data-boss]').waitFor();
  await look('boss-enters');
  await goOnWithDice(page);
  await page.locator('[data-round="4"][data-stage="choosing"]').waitFor();
  await look('boss');
  await page.locator('[data-score]').click();
  await goOnWithDice(page);
  await stage(page, 'shopping');
  await page.locator('[data-stop]').click();
  await page.locator('[data-phase="gameover"]').waitFor();
  await look('over');
  await lookBack(ann, code, look);
}

async function race(visit) {
  const [ann, bob] = [await visit(), await visit()];
  const { page } = ann;
  const { look } = album(ann, 'dice');
  const start = async (choose) => {
    const code = await openTable(ann, 'dice', { name: 'Ann', choose });
    await sitDown(bob, code, 'Bob');
    await Promise.all([ann, bob].map((one) => stage(one.page, 'choosing')));
  };
  // The README shows the colours of several hands.
  const hands = page.locator('[data-preview] .letter');
  do await start(withEightDice(page));
  while ((await hands.count()) < 2);
  await look('race');
  await start(easyRun('Short race for two'));
  await page.locator('[data-score]').click();
  await page.locator('[data-scored], [data-continue]').first().waitFor();
  await look('race-waiting');
  await bob.page.locator('[data-score]').click();
  await goOnWithDice(page);
  await stage(page, 'shopping');
  await look('race-shop');
  const six = await visit();
  const choose = async () => {
    await easyRun('Race for four')(six.page);
    await six.page.getByLabel('Players', { exact: true }).fill('6');
    await six.page.getByLabel('Dice to begin with').fill('12');
  };
  await openTable(six, 'dice', { name: 'Ann', choose });
  await addBots(six, 5);
  await stage(six.page, 'choosing');
  await shoot(six, 'dice-race-of-six');
}

/** A race with so many dice that they make several hands from the beginning. */
const withEightDice = (page) => async () => {
  await page.getByLabel('Short race for two', { exact: true }).check();
  await page.getByText('All options').click();
  await page.getByLabel('Dice to begin with').fill('8');
};

/** Shows the first movement of each game, paused on its way. It is repeated at each size, because a movement fits only one size. */
async function moving(visit) {
  const games = [
    ['cribbage', 1, '[data-card]'],
    ['texas42', 3, '[data-domino]'],
    ['dice', 0, '.cube'],
  ];
  for (const [game, bots, piece] of games) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const ann = await visit({ viewport, reducedMotion: 'no-preference' });
      await ann.page.addInitScript(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...how) {
          const animation = animate.apply(this, how);
          if (this.closest('#table')) {
            animation.pause();
            animation.currentTime = 300;
          }
          return animation;
        };
      });
      await openTable(ann, game, { name: 'Ann' });
      for (let seat = 1; seat <= bots; seat += 1) await ann.page.getByRole('button', { name: new RegExp(`Add a bot.*Seat ${seat + 1}`) }).click();
      await ann.page.locator(piece).first().waitFor({ state: 'attached' });
      await ann.page.waitForTimeout(400);
      for (const colorScheme of THEMES) {
        await ann.page.emulateMedia({ colorScheme });
        await ann.page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
        await ann.page.screenshot({ path: `${FOLDER}${game}-moving-${size}-${colorScheme}.png` });
      }
    }
    process.stdout.write(`${game}-moving\n`);
  }
}

/** Writes a page with all pictures: a row for each moment. */
async function index() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.png')).sort();
  const moments = [...new Set(names.map((name) => name.replace(/-(?:desk|phone|across)-\w+\.png$/, '')))];
  const rows = moments.map((moment) => {
    const pictures = names.filter((name) => name.replace(/-(?:desk|phone|across)-\w+\.png$/, '') === moment);
    return `<h2>${moment}</h2><p>${pictures.map((name) => `<img src="${name}" alt="${name}" height="300" loading="lazy">`).join(' ')}</p>`;
  });
  await writeFile(`${FOLDER}index.html`, `<!doctype html><meta charset="utf-8"><title>Gallery</title>${rows.join('\n')}\n`);
}

await mkdir(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
const house = await House.open();
const browser = await openBrowser();
try {
  for (const [name, take] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const visitors = [];
    const visit = async (options) => {
      const visitor = await Visitor.arrive(browser, house, options);
      visitors.push(visitor);
      return visitor;
    };
    await take(visit);
    for (const visitor of visitors) await visitor.leave();
  }
  await index();
} finally {
  await browser.close();
  await house.tearDown();
}
