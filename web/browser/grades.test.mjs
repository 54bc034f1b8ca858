// The grades of the page are the adviser's: what its own code makes of 200 questions of each drill is compared with the files that
// ship with the games. That those are what the adviser says is checked by `crates/roster/tests/drills.rs`.

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

/** Questions of a drill, evenly out of all of them: as the house tells them, and what the adviser said when they were made. */
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

/** Checks an answer that is one of the choices: it costs its difference from the best. */
function checkChoice(costOf, { posed, worth }, name, place) {
  assert.equal(costOf(posed, name), Math.max(...worth) - worth[place], `${name} of ${JSON.stringify(posed.ask)}`);
}

const pairs = (n) => [...Array(n).keys()].flatMap((low) => [...Array(n - low - 1).keys()].map((more) => [low, low + more + 1]));

for (const [game, drill] of [['cribbage', 'peg'], ['texas42', 'bid'], ['texas42', 'lead']]) {
  test(`${ITEMS} questions of ${game} ${drill} are graded as the adviser does`, async () => {
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

test(`${ITEMS} questions of cribbage discard are graded as the adviser does, in whatever order cards are chosen`, async () => {
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

test(`${ITEMS} questions of cribbage count are graded by how far each kind is off`, async () => {
  const { costOfCount } = await moduleOf('games/cribbage/web/drills/kinds.ts');
  for (const { posed, worth } of await questions('cribbage', 'count')) {
    const said = (change) => Object.fromEntries(posed.choices.map(([kind], place) => [kind, change(worth[place], place)]));
    assert.equal(costOfCount(posed.choices, said((points) => points)), 0);
    assert.equal(costOfCount(posed.choices, {}), worth.reduce((sum, points) => sum + points, 0), 'nothing was said');
    // Two too many in one kind and two too few in another do not make up for each other.
    const most = worth.indexOf(Math.max(...worth));
    const shifted = said((points, place) => (place === most ? points - 2 : place === (most + 1) % worth.length ? points + 2 : points));
    assert.equal(costOfCount(posed.choices, shifted), 4);
  }
});

test(`${ITEMS} questions of dice reroll are graded as the adviser does, by the places of the dice`, async () => {
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
    assert.equal(met.size, known.length, 'every choice can be made');
  }
});

test(`${ITEMS} questions of dice split: hands score what the scorer gives them`, async () => {
  const { groupsOf, placed, pointsOf } = await moduleOf('games/dice/web/drills/groups.ts');
  let seconds = 0;
  for (const { posed, worth } of await questions('dice', 'split')) {
    const [[best], [second]] = posed.choices;
    const dice = [...posed.ask.dice].map(Number);
    posed.choices.forEach(([split], place) => {
      // The same dice as another hand that is worth less: whoever puts them together makes the better one.
      if (place === 1 && second === best) return;
      seconds += place;
      const groups = groupsOf(dice, placed(dice, split), posed.detail.hands);
      assert.ok(groups.every(({ made }) => made !== null), split);
      assert.equal(pointsOf(groups), worth[place], `${split} of ${posed.ask.dice}`);
    });
  }
  assert.ok(seconds > ITEMS / 2, `${seconds} second best splits`);
});
