// Every drill in a real browser: by keyboard and by click, with right and wrong answers.

import assert from 'node:assert/strict';
import { answers, asked, graded, pick, practiceOf, ranked } from './drills.mjs';
import { browserTest } from './harness.mjs';
import { moduleOf } from './module.mjs';
import { PHONE } from './visitor.mjs';

/** Goes on with Enter on the focused button, and checks that the next question is there at once. */
async function goOn({ page, requests }) {
  const before = await page.locator('[data-question]').getAttribute('data-number');
  const n = requests.length;
  await page.waitForFunction(() => document.activeElement?.matches('[data-next]'));
  await page.keyboard.press('Enter');
  await page.locator(`[data-question]:not([data-number="${before}"])`).waitFor();
  assert.equal(requests.length, n, 'the next question must need no request');
}

for (const [drill, answer] of Object.entries(answers)) {
  browserTest(`${drill} can be practised by keys and by clicks`, async ({ house, visit }) => {
    const ann = await visit();
    const { page } = ann;
    const practice = await practiceOf(house, drill);
    await ann.open('/practise');
    await page.locator(`a[data-drill="${drill}"]`).click();
    await page.locator('[data-question]').waitFor();
    let right = 0;
    for (const [place, [well, byKeys]] of [[true, true], [false, true], [true, false], [false, false]].entries()) {
      const posed = await asked(ann, practice);
      const cost = await answer(ann, posed, well, byKeys);
      if (byKeys) await page.keyboard.press('Enter');
      else await page.locator('[data-answer]').click();
      await graded(ann, practice, cost);
      right += cost < practice.slack ? 1 : 0;
      await page.locator('[data-standing]').getByText(`${right} of ${place + 1} right`).waitFor();
      if (place === 1) await ann.look(`drill-${drill.replace('/', '-')}`);
      await goOn(ann);
    }
    assert.ok(right >= 2, 'the best answers must be graded as right');
  });
}

browserTest('texas42/bid can be practised by keys and by clicks', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  const practice = await practiceOf(house, 'texas42/bid');
  await ann.open('/practise/texas42/bid');
  for (const [place, byKeys] of [true, false].entries()) {
    await page.locator('[data-question]').waitFor();
    const posed = await asked(ann, practice);
    const order = ranked(posed);
    const [call, worth] = place === 0 ? order[0] : order.at(-1);
    const button = page.locator(`[data-call="${call}"]`);
    if (byKeys) {
      // From the heading of the question, Tab moves through the calls.
      await page.locator('[data-call]').first().focus();
      while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
    } else await button.click();
    await graded(ann, practice, order[0][1] - worth);
    if (place === 1) await ann.look('drill-texas42-bid');
    await goOn(ann);
  }
});

browserTest('dice/split can be practised by keys and by clicks', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  const practice = await practiceOf(house, 'dice/split');
  await ann.open('/practise/dice/split');
  await page.getByLabel('Level').selectOption('easy');
  for (const byKeys of [true, false]) {
    const posed = await asked(ann, practice);
    assert.equal(posed.level, 'easy');
    const dice = [...posed.ask.dice];
    const [best, second] = posed.choices;
    const [split, points] = byKeys ? best : second;
    const left = [...dice];
    for (const [hand, faces] of split.split(' ').entries()) {
      for (const face of faces) {
        const place = left.indexOf(face);
        left[place] = null;
        // Each press moves a die to the next hand.
        await pick(ann, '[data-die]', Array.from({ length: hand + 1 }, () => place), byKeys);
      }
    }
    if (byKeys) await page.keyboard.press('Enter');
    else await page.locator('[data-answer]').click();
    await graded(ann, practice, best[1] - points);
    if (!byKeys) await ann.look('drill-dice-split');
    await goOn(ann);
  }
});

browserTest('each missed combination of a hand lights up, and no other', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  const { words } = await moduleOf('games/cribbage/web/words/en.ts');
  const { readCard } = await moduleOf('games/cribbage/web/card.ts');
  const practice = await practiceOf(house, 'cribbage/count');
  await ann.open('/practise/cribbage/count');
  await page.evaluate(noteLit);
  const { choices, detail } = await asked(ann, practice);
  // Whoever sees the fifteens misses the rest; in a hand with nothing else everything is missed.
  const [, fifteens] = choices.find(([kind]) => kind === 'fifteens');
  const others = detail.items.filter(({ type }) => type !== 'FIFTEEN');
  const field = page.locator('[data-kind="fifteens"]');
  if (others.length > 0) await field.fill(String(fifteens));
  const missed = others.length > 0 ? others : detail.items;
  await field.press('Enter');
  await page.getByRole('heading', { name: 'What you missed' }).waitFor();
  await page.waitForFunction((n) => globalThis.lit.length >= n && document.querySelector('li.lit') === null, missed.length);
  const lit = await page.evaluate(() => globalThis.lit);
  assert.deepEqual(lit.map(({ place }) => place), [...missed.keys()], 'each must light up once, in order');
  const labels = missed.map(({ cards }) => cards.map((name) => words.card(readCard(name))).toSorted().join());
  assert.deepEqual(lit.map(({ cards }) => cards.toSorted().join()).toSorted(), labels.toSorted());
});

/** Runs in the page: notes each combination that lights up, by its place, with the names of its lit cards. */
function noteLit() {
  globalThis.lit = [];
  const look = () => {
    const item = document.querySelector('li.lit');
    const place = item === null ? -1 : [...item.parentElement.children].indexOf(item);
    if (item === null || place === globalThis.lit.at(-1)?.place) return;
    // The starter is named as such.
    const cards = [...document.querySelectorAll('svg.card.lit')].map((card) => card.getAttribute('aria-label').replace(/^.*: /, ''));
    globalThis.lit.push({ place, cards });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}

browserTest('progress survives a reload and can be deleted, and a wrongly answered question comes again', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  const practice = await practiceOf(house, 'cribbage/count');
  await ann.open('/practise/cribbage/count');
  await page.getByLabel('Time me').check();
  const first = await page.locator('[data-question]').getAttribute('data-question');
  // An empty answer is wrong, because every question scores something.
  await page.locator('[data-answer]').click();
  await page.locator('[data-grade="wrong"]').getByText(/That took \d+ seconds/).waitFor();
  await goOn(ann);
  for (let n = 0; n < 3; n += 1) {
    assert.notEqual(await page.locator('[data-question]').getAttribute('data-question'), first);
    await answers['cribbage/count'](ann, await asked(ann, practice), true);
    await page.keyboard.press('Enter');
    await page.locator('[data-grade="right"]').waitFor();
    await goOn(ann);
  }
  assert.equal(await page.locator('[data-question]').getAttribute('data-question'), first, 'the question must come again after three others');
  await page.getByText('You got this one wrong before.').waitFor();
  await page.locator('[data-streak]').getByText('3 in a row; your best is 3').waitFor();
  await page.locator('[data-missed]').getByText(/You see \d+ % of (fifteens|pairs|runs)/).first().waitFor();

  await page.reload();
  await page.locator('[data-standing]').getByText('3 of 4 right').waitFor();
  await ann.open('/practise');
  await page.locator('li:has(a[data-drill="cribbage/count"])').getByText('3 of 4 right').waitFor();
  await ann.look('practise');
  await page.locator('[data-forget]').click();
  await page.locator('[data-forget]').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('tallyhouse.practice')), null);
});

browserTest('a drill works on a phone in Spanish', async ({ visit }) => {
  const ana = await visit({ viewport: PHONE, locale: 'es-MX' });
  const { page } = ana;
  await ana.open('/');
  await page.getByRole('link', { name: 'Practicar' }).click();
  await ana.look('practise-phone');
  await page.locator('a[data-drill="texas42/lead"]').click();
  await page.locator('[data-domino]').first().click();
  await page.locator('[data-answer]').click();
  await page.locator('[data-grade]').waitFor();
  await ana.look('drill-texas42-lead-phone');
  assert.doesNotMatch(await page.locator('main').innerText(), /\b(you|right|the|lead)\b/i, 'a Spanish page must have no English');
  await ana.open('/practise/cribbage/peg');
  await page.locator('[data-question]').waitFor();
  await ana.look('drill-cribbage-peg-phone');
});
