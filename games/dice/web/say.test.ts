import { expect, test } from 'vitest';
import { say } from './say';
import type { DiceScene } from './scene';
import { words } from './words/en';

const scene = { words, me: { uuid: 'ann' }, name: (who: unknown) => String(who), view: { race: false, run: { playerUuid: 'ann', shop: null } } } as unknown as DiceScene;
const told = (event: string, payload: object) => ({ seq: 1, event, payload: { playerUuid: 'ann', ...payload } });
const opened = told('shop_opened', { offers: [{ id: 1, kind: 'die', name: 'glass' }, { id: 2, kind: 'upgrade', name: 'PAIR' }] });

test('a purchase is named although the shop is closed', () => {
  expect(say(told('bought', { offer: 1, price: 0 }), scene, [opened])).toBe('You take a glass die for free.');
  expect(say(told('bought', { offer: 2, price: 5 }), scene, [opened])).toBe('You buy a level for pair for 5 dollars.');
});

test('the viewer is “you”, and other players have names', () => {
  expect(say(told('dice_rolled', { dice: [{ die: 0, face: 6 }] }), scene, [])).toBe('You roll 6.');
  expect(say(told('dice_rolled', { playerUuid: 'Bob', dice: [{ die: 0, face: 6 }] }), scene, [])).toBe('Bob rolls 6.');
});
