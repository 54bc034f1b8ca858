// Checks that the page grades like the adviser: it runs the page's own code on 200 questions of each drill and compares the result
// with the files that ship with the games. `crates/roster/tests/drills.rs` checks these files against the adviser.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { House } from '../../tests/outside/house.mjs';
import { moduleOf } from './module.mjs';

const ITEMS = 200;

let house;
before(async () => {
  house = await House.open(['--no-limits']);
});
after(() => house.tearDown());

/** Questions of a drill, evenly picked from all of them: the house's form, with the adviser's values from the file. */
async function questions(game, drill) {
  const file = new URL(`../../games/${game}/drills/${drill}.json`, import.meta.url);
  const stored = Object.values(JSON.parse(await readFile(file, 'utf8'))).flat();
  const { items } = await (await fetch(`${house.url}/api/drills/${game}/${drill}`)).json();
  assert.equal(items.length, stored.length);
  assert.ok(items.length >= ITEMS, `${game} ${drill} has ${items.length} questions`);
  const places = [...Array(ITEMS).keys()].map((n) => Math.floor((n * items.length) / ITEMS));
  return places.map((place) => {
    assert.deepEqual(items[place].ask, stored[place].ask);
    return { posed: items[place], worth: stored[place].worth };
  });
}

/** Checks that an answer costs its difference from the best choice. */
function checkChoice(costOf, { posed, worth }, name, place) {
  assert.equal(costOf(posed, name), Math.max(...worth) - worth[place], `${name} of ${JSON.stringify(posed.ask)}`);
}

const pairs = (n) => [...Array(n).keys()].flatMap((low) => [...Array(n - low - 1).keys()].map((more) => [low, low + more + 1]));

for (const [game, drill] of [['cribbage', 'peg'], ['texas42', 'bid'], ['texas42', 'lead']]) {
  test(`${ITEMS} questions of ${game} ${drill} are graded like the adviser`, async () => {
    const { bestOf, costOf } = await moduleOf('web/src/drill/part.ts');
    for (const question of await questions(game, drill)) {
      const { posed, worth } = question;
      assert.equal(posed.choices.length, worth.length);
      posed.choices.forEach(([name], place) => checkChoice(costOf, question, name, place));
      assert.equal(worth[bestOf(posed)], Math.max(...worth));
      assert.equal(costOf(posed, 'tea'), null);
    }
  });
}

test(`${ITEMS} questions of cribbage discard are graded like the adviser, in any order of the chosen cards`, async () => {
  const [{ costOf }, { nameOfThrow }] = [await moduleOf('web/src/drill/part.ts'), await moduleOf('games/cribbage/web/drills/kinds.ts')];
  for (const question of await questions('cribbage', 'discard')) {
    const hand = question.posed.ask.hand.split(' ');
    assert.equal(question.worth.length, 15);
    pairs(hand.length).forEach((pair, place) => {
      const chosen = pair.map((at) => hand[at]);
      for (const order of [chosen, chosen.toReversed()]) checkChoice(costOf, question, nameOfThrow(hand, order), place);
    });
  }
});

test(`${ITEMS} questions of cribbage count are graded by the error of each kind`, async () => {
  const { costOfCount } = await moduleOf('games/cribbage/web/drills/kinds.ts');
  for (const { posed, worth } of await questions('cribbage', 'count')) {
    const said = (change) => Object.fromEntries(posed.choices.map(([kind], place) => [kind, change(worth[place], place)]));
    assert.equal(costOfCount(posed.choices, said((points) => points)), 0);
    assert.equal(costOfCount(posed.choices, {}), worth.reduce((sum, points) => sum + points, 0), 'an empty answer must cost all points');
    // Two points too many in one kind and two too few in another do not cancel out.
    const most = worth.indexOf(Math.max(...worth));
    const shifted = said((points, place) => (place === most ? points - 2 : place === (most + 1) % worth.length ? points + 2 : points));
    assert.equal(costOfCount(posed.choices, shifted), 4);
  }
});

test(`${ITEMS} questions of dice reroll are graded like the adviser, by the places of the dice`, async () => {
  const [{ costOf }, { nameOfDice }] = [await moduleOf('web/src/drill/part.ts'), await moduleOf('games/dice/web/drills/groups.ts')];
  for (const question of await questions('dice', 'reroll')) {
    const dice = [...question.posed.ask.dice].map(Number);
    const known = question.posed.choices.map(([name]) => name);
    const met = new Set();
    for (let some = 0; some < 2 ** dice.length; some += 1) {
      const name = nameOfDice(dice, [...dice.keys()].filter((place) => some & (2 ** place)));
      assert.ok(known.includes(name), `${name} of ${JSON.stringify(question.posed.ask)}`);
      checkChoice(costOf, question, name, known.indexOf(name));
      met.add(name);
    }
    assert.equal(met.size, known.length, 'every choice must be reachable');
  }
});

test(`${ITEMS} questions of dice split: hands score what the scorer gives`, async () => {
  const { groupsOf, placed, pointsOf } = await moduleOf('games/dice/web/drills/groups.ts');
  let seconds = 0;
  for (const { posed, worth } of await questions('dice', 'split')) {
    const [[best], [second]] = posed.choices;
    const dice = [...posed.ask.dice].map(Number);
    posed.choices.forEach(([split], place) => {
      // The same dice can also form a cheaper hand, but the page always forms the better one.
      if (place === 1 && second === best) return;
      seconds += place;
      const groups = groupsOf(dice, placed(dice, split), posed.detail.hands);
      assert.ok(groups.every(({ made }) => made !== null), split);
      assert.equal(pointsOf(groups), worth[place], `${split} of ${posed.ask.dice}`);
    });
  }
  assert.ok(seconds > ITEMS / 2, `most questions must have a second best split to check, not only ${seconds}`);
});
