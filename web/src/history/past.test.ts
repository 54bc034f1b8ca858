import { expect, test } from 'vitest';
import { mean, monthName, queryOf, rate } from './past';

test('an interval holds the rate and narrows with more games', () => {
  expect(rate(0, 0)).toEqual({ rate: 0, low: 0, high: 1 });
  for (const n of [1, 10, 100]) {
    for (let won = 0; won <= n; won += 1) {
      const { rate: p, low, high } = rate(won, n);
      expect(low).toBeLessThanOrEqual(p);
      expect(high).toBeGreaterThanOrEqual(p);
    }
  }
  const width = (n: number) => rate(n / 2, n).high - rate(n / 2, n).low;
  expect(width(100)).toBeLessThan(width(10));
  // Wilson's interval for 8 of 10, as textbooks have it.
  expect(rate(8, 10).low).toBeCloseTo(0.49, 2);
  expect(rate(8, 10).high).toBeCloseTo(0.943, 2);
});

test('a mean has a margin from two samples on', () => {
  expect(mean({ n: 0, sum: 0, squares: 0, most: 0 })).toEqual({ mean: 0, margin: null });
  expect(mean({ n: 1, sum: 7, squares: 49, most: 7 })).toEqual({ mean: 7, margin: null });
  // 4, 6 and 8: a variance of 4.
  const { mean: middle, margin } = mean({ n: 3, sum: 18, squares: 116, most: 8 });
  expect(middle).toBe(6);
  expect(margin).toBeCloseTo(1.96 * Math.sqrt(4 / 3), 6);
});

test('a filter becomes a query', () => {
  const none = { game: '', opponent: '', result: '', period: '' };
  expect(queryOf(none, 0, null)).toBe('');
  const all = { game: 'dice', opponent: 'bot expert', result: 'lost', period: 'month' };
  expect(queryOf(all, 3_000_000_000, '7.A.1')).toBe('game=dice&opponent=bot+expert&won=false&since=408000000&before=7.A.1');
});

test('a month has a name', () => {
  expect(monthName(202611, 'en')).toBe('Nov 2026');
});
