import { expect, test } from 'vitest';
import { parse, typed } from './parse';
import type { Legal } from '$shell/game/part';
import type { DiceScene } from './scene';
import { words } from './words/en';

const scene = {
  words,
  legal: [{ reroll: { dice: [0, 1, 2, 3, 4], left: 3 } }],
  view: { run: { pool: [6, 1, 6, 2, 6].map((face, index) => ({ face, index })) } },
} as unknown as DiceScene;
const read = (text: string) => parse(text, scene);

test('kept dice stay, and the rest is thrown', () => {
  expect(read('keep 6 6')).toEqual({ command: 'reroll', fields: { dice: [1, 3, 4] } });
  expect(read('keep')).toEqual({ command: 'reroll', fields: { dice: [0, 1, 2, 3, 4] } });
  expect(read('keep 5')).toHaveProperty('problem');
});

test('places are counted from one', () => {
  expect(read('throw 1 4')).toEqual({ command: 'reroll', fields: { dice: [0, 3] } });
  expect(read('set 3 6')).toEqual({ command: 'set_wild', fields: { die: 2, face: 6 } });
  expect(read('buy 2')).toEqual({ command: 'buy', fields: { offer: 1 } });
  expect(read('buy 1, 3')).toEqual({ command: 'buy', fields: { offer: 0, replace: 2 } });
});

test('an unreadable command is answered with an example', () => {
  for (const text of ['', 'dance', 'throw', 'throw x', 'set 1', 'buy', 'keep six', 'throw -1']) expect(read(text)).toHaveProperty('problem');
});

test('every offered action can be typed', () => {
  const actions: Legal[] = [{ reroll: { dice: [0, 2] } }, { set_wild: { die: 1, face: 4 } }, { score_dice: {} }, { buy: { offer: 3 } }, { buy: { offer: 0, replace: 4 } }, { leave_shop: {} }, { stop_run: {} }];
  for (const action of actions) {
    const [[command, fields] = ['', {}]] = Object.entries(action);
    expect(read(typed(action))).toEqual({ command, fields });
  }
});
