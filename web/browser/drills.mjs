// Answers the questions of a drill through the page.

import assert from 'node:assert/strict';

/** The questions of a drill, loaded from the house. */
export const practiceOf = async (house, drill) => (await fetch(`${house.url}/api/drills/${drill}`)).json();

/** The short name of a question, computed like the page's. */
function nameOf(ask) {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(ask)) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The house's data of the question on the screen. */
export async function asked({ page }, practice) {
  const name = await page.locator('[data-question]').getAttribute('data-question');
  const found = practice.items.find(({ ask }) => nameOf(ask) === name);
  assert.ok(found, `the house must know the question ${name}`);
  return found;
}

/** The choices of a question from the best to the worst. */
export const ranked = ({ choices }) => choices.toSorted(([, one], [, other]) => other - one);

/** Waits for the grade, and checks it against the house's values. */
export async function graded({ page }, practice, cost) {
  const grade = page.locator('[data-grade]');
  await grade.waitFor();
  assert.equal(Number(await grade.getAttribute('data-cost')), cost);
  assert.equal(await grade.getAttribute('data-grade'), cost < practice.slack ? 'right' : 'wrong');
  if (cost >= practice.slack) assert.match(await grade.innerText(), /That costs .*(wins in 100|of 100 tries|point)/);
  else assert.match(await grade.innerText(), /Right|As good as the best/);
}

/** Chooses pieces by their places, with keys or with the mouse. */
export async function pick({ page }, selector, places, byKeys) {
  for (const place of places) {
    if (byKeys) await page.keyboard.press(String(place + 1));
    else await page.locator(selector).nth(place).click();
  }
}

/** Answers each kind of question with a given choice. */
export const answers = {
  'cribbage/count': async ({ page }, posed, right) => {
    const said = posed.choices.map(([, points], place) => (right ? points : place === 0 ? points + 2 : 0));
    for (const [place, [kind]] of posed.choices.entries()) await page.locator(`[data-kind="${kind}"]`).fill(String(said[place]));
    return posed.choices.reduce((sum, [, points], place) => sum + Math.abs(points - said[place]), 0);
  },
  'cribbage/discard': (visitor, posed, right, byKeys) => choose(visitor, posed, right, byKeys, '[data-card]', posed.ask.hand.split(' '), (name) => name.split(' ')),
  'cribbage/peg': (visitor, posed, right, byKeys) => {
    const mine = posed.ask.mine.split(' ');
    // Illegal cards are not buttons, but keep their number.
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
