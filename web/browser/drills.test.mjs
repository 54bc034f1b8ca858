// Every drill in a real browser: by keyboard and by click, right and wrong.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { PHONE } from './visitor.mjs';

/** The questions of a drill as the house tells them. */
const practiceOf = async (house, drill) => (await fetch(`${house.url}/api/drills/${drill}`)).json();

/** A short name of a question, as the page makes it. */
function nameOf(ask) {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(ask)) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The question on the screen, as the house knows it. */
async function asked({ page }, practice) {
  const name = await page.locator('[data-question]').getAttribute('data-question');
  const found = practice.items.find(({ ask }) => nameOf(ask) === name);
  assert.ok(found, `the house knows no question ${name}`);
  return found;
}

/** The choices of a question from the best to the worst. */
const ranked = ({ choices }) => choices.toSorted(([, one], [, other]) => other - one);

/** Waits for the grade; checks that it is what the house says of the answer. */
async function graded({ page }, practice, cost) {
  const grade = page.locator('[data-grade]');
  await grade.waitFor();
  assert.equal(Number(await grade.getAttribute('data-cost')), cost);
  assert.equal(await grade.getAttribute('data-grade'), cost < practice.slack ? 'right' : 'wrong');
  if (cost >= practice.slack) assert.match(await grade.innerText(), /That costs .*(wins in 100|times in 100|point)/);
  else assert.match(await grade.innerText(), /Right|As good as the best/);
}

/** Goes on, by Enter on the button that has the focus; the next question is there at once. */
async function goOn({ page, requests }) {
  const before = await page.locator('[data-question]').getAttribute('data-number');
  const n = requests.length;
  await page.waitForFunction(() => document.activeElement?.matches('[data-next]'));
  await page.keyboard.press('Enter');
  await page.locator(`[data-question]:not([data-number="${before}"])`).waitFor();
  assert.equal(requests.length, n, 'the next question needs no request');
}

/** Chooses pieces by their places in a list of names: with keys, or with the mouse. */
async function pick({ page }, selector, places, byKeys) {
  for (const place of places) {
    if (byKeys) await page.keyboard.press(String(place + 1));
    else await page.locator(selector).nth(place).click();
  }
}

/** Answers what is asked so that it costs what this choice costs. */
const answers = {
  'cribbage/count': async ({ page }, posed, right) => {
    const said = posed.choices.map(([, points], place) => (right ? points : place === 0 ? points + 2 : 0));
    for (const [place, [kind]] of posed.choices.entries()) await page.locator(`[data-kind="${kind}"]`).fill(String(said[place]));
    return posed.choices.reduce((sum, [, points], place) => sum + Math.abs(points - said[place]), 0);
  },
  'cribbage/discard': (visitor, posed, right, byKeys) => choose(visitor, posed, right, byKeys, '[data-card]', posed.ask.hand.split(' '), (name) => name.split(' ')),
  'cribbage/peg': (visitor, posed, right, byKeys) => {
    const mine = posed.ask.mine.split(' ');
    // Cards that do not fit are no buttons, but keep their number.
    const held = posed.ask.kept.split(' ').filter((card) => !mine.includes(card));
    const fitting = posed.choices.map(([card]) => card);
    return choose(visitor, posed, right, byKeys, '[data-card]', byKeys ? held : fitting, (name) => [name]);
  },
  'texas42/lead': async (visitor, posed, right, byKeys) => {
    const shown = await visitor.page.locator('[data-domino]').evaluateAll((all) => all.map(({ dataset }) => dataset.domino));
    return choose(visitor, posed, right, byKeys, '[data-domino]', shown, (name) => [name]);
  },
  'dice/reroll': (visitor, posed, right, byKeys) => choose(visitor, posed, right, byKeys, '[data-die]', [...posed.ask.dice], (name) => (name === 'score' ? [] : [...name])),
};

async function choose(visitor, posed, right, byKeys, selector, shown, piecesOf) {
  const order = ranked(posed);
  const [name, worth] = right ? order[0] : order.at(-1);
  const left = [...shown];
  const places = piecesOf(name).map((piece) => {
    const place = left.indexOf(piece);
    left[place] = null;
    return place;
  });
  await pick(visitor, selector, places, byKeys);
  return order[0][1] - worth;
}

for (const [drill, answer] of Object.entries(answers)) {
  browserTest(`${drill} is practised by keys and by clicks`, async ({ house, visit }) => {
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
    assert.ok(right >= 2, 'the best answers are right');
  });
}

browserTest('texas42/bid is practised by keys and by clicks', async ({ house, visit }) => {
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
      // From the head of the question on, Tab goes through the calls.
      await page.locator('[data-call]').first().focus();
      while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
    } else await button.click();
    await graded(ann, practice, order[0][1] - worth);
    if (place === 1) await ann.look('drill-texas42-bid');
    await goOn(ann);
  }
});

browserTest('dice/split is practised by keys and by clicks', async ({ house, visit }) => {
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
        // Each touch moves a die one hand on.
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

browserTest('progress is kept, comes back and can be forgotten; what was wrong comes again', async ({ house, visit }) => {
  const ann = await visit();
  const { page } = ann;
  const practice = await practiceOf(house, 'cribbage/count');
  await ann.open('/practise/cribbage/count');
  await page.getByLabel('Time me').check();
  const first = await page.locator('[data-question]').getAttribute('data-question');
  // Nothing said is wrong: no question scores nothing.
  await page.locator('[data-answer]').click();
  await page.locator('[data-grade="wrong"]').getByText(/That took \d+ seconds/).waitFor();
  await page.getByRole('heading', { name: 'What you missed' }).waitFor();
  await goOn(ann);
  for (let n = 0; n < 3; n += 1) {
    assert.notEqual(await page.locator('[data-question]').getAttribute('data-question'), first);
    await answers['cribbage/count'](ann, await asked(ann, practice), true);
    await page.keyboard.press('Enter');
    await page.locator('[data-grade="right"]').waitFor();
    await goOn(ann);
  }
  assert.equal(await page.locator('[data-question]').getAttribute('data-question'), first, 'it comes again after three others');
  await page.getByText('You had this one wrong before.').waitFor();
  await page.locator('[data-streak]').getByText('3 in a row; your best is 3').waitFor();
  await page.locator('[data-missed]').getByText(/You see \d+ % of (fifteens|pairs|runs)/).first().waitFor();

  await page.reload();
  await page.locator('[data-standing]').getByText('3 of 4 right').waitFor();
  await ann.open('/practise');
  await page.locator('a[data-drill="cribbage/count"]').getByText('3 of 4 right').waitFor();
  await ann.look('practise');
  await page.locator('[data-forget]').click();
  await page.locator('[data-forget]').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('tallyhouse.practice')), null);
});

browserTest('a drill on a phone in Spanish', async ({ visit }) => {
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
  assert.doesNotMatch(await page.locator('main').innerText(), /\b(you|right|the|lead)\b/i, 'no English in a Spanish page');
  await ana.open('/practise/cribbage/peg');
  await page.locator('[data-question]').waitFor();
  await ana.look('drill-cribbage-peg-phone');
});
