import { expect, test } from 'vitest';
import type { Sync } from '$shell/protocol/messages';
import type { AnyPart, GameWords } from './part';
import { actionsOf, sceneAt } from './scene';

test('actions are read from a list or from groups by command', () => {
  expect(actionsOf([{ play_card: { card: '5H' } }])).toEqual([{ play_card: { card: '5H' } }]);
  expect(actionsOf({ reroll: { dice: [0, 1], left: 2 }, buy: [{ offer: 1 }, { offer: 2 }], score_dice: {} })).toEqual([
    { reroll: { dice: [0, 1], left: 2 } },
    { buy: { offer: 1 } },
    { buy: { offer: 2 } },
    { score_dice: {} },
  ]);
  expect(actionsOf({})).toEqual([]);
});

test('a seat that received nothing at a moment still sees its earlier view', () => {
  const heard = (seat: number, view: string) => ({ seat, event: 'dice_rolled', payload: {}, view });
  const moments = [
    { seq: 1, told: [heard(1, 'its own dice')] },
    { seq: 2, told: [heard(1, 'a round'), heard(0, 'the round')] },
    { seq: 3, told: [heard(1, 'more of its own dice')] },
  ];
  const table = { players: [], legal: [], seat: 0 } as unknown as Sync;
  const seen = (place: number, viewer: number) => sceneAt(moments, place, viewer, table, {} as AnyPart, {} as GameWords).view as unknown;
  expect([0, 1, 2].map((place) => seen(place, 0))).toEqual(['the round', 'the round', 'the round']);
  expect([0, 1, 2].map((place) => seen(place, 1))).toEqual(['its own dice', 'a round', 'more of its own dice']);
});
