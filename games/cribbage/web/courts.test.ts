import { expect, test } from 'vitest';
import { RANKS, SUITS } from './card';
import { courtShapes, isCourt } from './courts';

test('there are twelve court figures, and no two are drawn alike', () => {
  const drawn = RANKS.filter(isCourt).flatMap((rank) => SUITS.map((suit) => JSON.stringify(courtShapes(rank, suit))));
  expect(drawn).toHaveLength(12);
  expect(new Set(drawn).size).toBe(12);
});

test('no figure has the same outline twice, because the outline identifies a shape', () => {
  for (const rank of RANKS.filter(isCourt)) {
    for (const suit of SUITS) {
      const outlines = courtShapes(rank, suit).map(({ d }) => d);
      expect(new Set(outlines).size).toBe(outlines.length);
    }
  }
});
