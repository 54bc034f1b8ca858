import { expect, test } from 'vitest';
import { buyable, placesOf, settable, throwable, thrownBeside, type DiceScene } from './scene';
import type { PoolDie } from './wire';

const pool = [6, 1, 6, 2, 6].map((face, index) => ({ face, index }) as PoolDie);
const scene = {
  legal: [{ reroll: { dice: [0, 1, 2, 3], left: 2 } }, { set_wild: { die: 4, face: 5 } }, { set_wild: { die: 4, face: 3 } }, { score_dice: {} }, { buy: { offer: 7 } }],
} as unknown as DiceScene;

test('what is not kept is thrown, but for what is locked', () => {
  expect(throwable(scene)).toEqual([0, 1, 2, 3]);
  expect(thrownBeside(scene, [0, 2, 4])).toEqual([1, 3]);
  expect(thrownBeside({ ...scene, legal: [] }, [])).toEqual([]);
});

test('faces are found at places of their own', () => {
  expect(placesOf(pool, [6, 6])).toEqual([0, 2]);
  expect(placesOf(pool, [])).toEqual([]);
  expect(placesOf(pool, [6, 6, 6, 6])).toBeNull();
});

test('a die is set and an offer bought only where the house says so', () => {
  expect(settable(scene, 4)).toEqual([5, 3]);
  expect(settable(scene, 0)).toEqual([]);
  expect([buyable(scene, 7), buyable(scene, 1)]).toEqual([true, false]);
});
