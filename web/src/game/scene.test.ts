import { expect, test } from 'vitest';
import { actionsOf } from './scene';

test('actions come as a list, or grouped by command', () => {
  expect(actionsOf([{ play_card: { card: '5H' } }])).toEqual([{ play_card: { card: '5H' } }]);
  expect(actionsOf({ reroll: { dice: [0, 1], left: 2 }, buy: [{ offer: 1 }, { offer: 2 }], score_dice: {} })).toEqual([
    { reroll: { dice: [0, 1], left: 2 } },
    { buy: { offer: 1 } },
    { buy: { offer: 2 } },
    { score_dice: {} },
  ]);
  expect(actionsOf({})).toEqual([]);
});
