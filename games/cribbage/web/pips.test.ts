import { expect, test } from 'vitest';
import { RANKS } from './card';
import { PIP, cardPips } from './pips';

test('a numbered card has as many pips as its number', () => {
  for (const rank of RANKS) expect(cardPips(rank)).toHaveLength(Number(rank) > 1 ? Number(rank) : 0);
});

test('no two pips overlap, and none is under an index', () => {
  for (const rank of RANKS) {
    const pips = cardPips(rank);
    for (const [place, { x, y }] of pips.entries()) {
      expect(Math.abs(x - 125)).toBeLessThanOrEqual(42);
      const gaps = pips.slice(place + 1).map((other) => Math.hypot(other.x - x, other.y - y));
      expect(Math.min(...gaps, Infinity)).toBeGreaterThan(PIP);
    }
  }
});

test('every card but the seven looks the same turned round', () => {
  const spots = (rank: (typeof RANKS)[number], turn: boolean) =>
    cardPips(rank)
      .map(({ x, y }) => (turn ? [250 - x, 350 - y] : [x, y]))
      .map(([x = 0, y = 0]) => `${x.toFixed()} ${y.toFixed()}`)
      .toSorted();
  for (const rank of RANKS.filter((one) => one !== '7')) expect(spots(rank, true)).toEqual(spots(rank, false));
});
