import { expect, test } from 'vitest';
import { words } from './words/en';
import { buyable, endOf, noteOf, placesOf, settable, throwable, thrownBeside, type DiceScene } from './scene';
import type { PoolDie } from './wire';

const pool = [6, 1, 6, 2, 6].map((face, index) => ({ face, index }) as PoolDie);
const scene = {
  legal: [{ reroll: { dice: [0, 1, 2, 3], left: 2 } }, { set_wild: { die: 4, face: 5 } }, { set_wild: { die: 4, face: 3 } }, { score_dice: {} }, { buy: { offer: 7 } }],
} as unknown as DiceScene;

test('dice that are not kept are thrown, except locked ones', () => {
  expect(throwable(scene)).toEqual([0, 1, 2, 3]);
  expect(thrownBeside(scene, [0, 2, 4])).toEqual([1, 3]);
  expect(thrownBeside({ ...scene, legal: [] }, [])).toEqual([]);
});

test('every face is found at a different place', () => {
  expect(placesOf(pool, [6, 6])).toEqual([0, 2]);
  expect(placesOf(pool, [])).toEqual([]);
  expect(placesOf(pool, [6, 6, 6, 6])).toBeNull();
});

test('a die can be set and an offer bought only if the house allows it', () => {
  expect(settable(scene, 4)).toEqual([5, 3]);
  expect(settable(scene, 0)).toEqual([]);
  expect([buyable(scene, 7), buyable(scene, 1)]).toEqual([true, false]);
});

test('the viewer is “you” at the end of a race', () => {
  const race = { words, view: { race: true }, me: { uuid: 'ann' }, name: (who: string) => who } as unknown as DiceScene;
  expect(endOf(race, ['ann'], {})).toBe('You win the race');
  expect(endOf(race, ['bob', 'ann', 'cid'], {})).toBe('You and bob and cid tie for the race');
  expect(endOf(race, ['bob'], {})).toBe('bob wins the race');
  expect(endOf({ ...race, me: null }, ['ann', 'bob'], {})).toBe('ann and bob tie for the race');
});

test('the note about a rival has a few words', () => {
  const standings = [{ playerUuid: 'bob', doing: 'playing', rerolled: 2, passed: 1 }];
  const race = { words, players: [{ seat: 1, uuid: 'bob' }], view: { race: true, standings } } as unknown as DiceScene;
  expect(noteOf(race, 1)).toBe('rerolled twice · 1 round');
  expect(noteOf({ ...race, view: { ...race.view, race: false } }, 1)).toBeNull();
});
