import { expect, test } from 'vitest';
import type { DiceScene } from './scene';
import { spoken } from './spoken';
import { words } from './words/en';

const pool = [6, 1, 6, 2].map((face, index) => ({ index, face, countsAs: face }));
const offers = [{ id: 0, kind: 'die', name: 'light', price: 0 }, { id: 1, kind: 'upgrade', name: 'PAIR', price: 5 }];
const scene = { words, view: { run: { pool, shop: { offers } } } } as unknown as DiceScene;

test('a throw is described by the kept dice', () => {
  expect(spoken({ reroll: { dice: [1, 3] } }, scene)).toBe('Keep 6 6, roll 2 dice');
  expect(spoken({ reroll: { dice: [0, 1, 2, 3] } }, scene)).toBe('Roll all 4 dice again');
});

test('all other actions are said in a player’s words', () => {
  expect(spoken({ buy: { offer: 0, replace: 2 } }, scene)).toBe('Take for free: a light die, in place of die 3');
  expect(spoken({ buy: { offer: 1 } }, scene)).toBe('Buy for $5: a level for pair');
  expect(spoken({ set_wild: { die: 0, face: 4 } }, scene)).toBe('Set die 1 to 4');
  expect(spoken({ score_dice: {} }, scene)).toBe('Score the dice as they lie');
  expect(spoken({ leave_shop: {} }, scene)).toBe('Leave the shop');
  expect(spoken({ stop_run: {} }, scene)).toBe('Stop the run');
});
