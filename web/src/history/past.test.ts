import { expect, test } from 'vitest';
import { fits, mean, monthName, monthsOf, partsBy, queryOf, rate, winsBy, WORDS, type PastGame } from './past';

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
  // Wilson's interval for 8 of 10, from textbooks.
  expect(rate(8, 10).low).toBeCloseTo(0.49, 2);
  expect(rate(8, 10).high).toBeCloseTo(0.943, 2);
});

test('a mean of two or more samples has a margin', () => {
  expect(mean({ n: 0, sum: 0, squares: 0, most: 0 })).toEqual({ mean: 0, margin: null });
  expect(mean({ n: 1, sum: 7, squares: 49, most: 7 })).toEqual({ mean: 7, margin: null });
  // The samples 4, 6 and 8 have the variance 4.
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

test('a plot of one month says so, in every language', () => {
  const plots = Object.values(WORDS).map(({ plot }) => [plot('Won', 1, 'Nov', 'Nov'), plot('Won', 2, 'Oct', 'Nov')]);
  expect(plots).toEqual([
    ['Won: one month, Nov.', 'Won: 2 months, from Oct to Nov.'],
    ['Won: un mes, Nov.', 'Won: 2 meses, de Oct a Nov.'],
  ]);
});

test('a month has a name', () => {
  expect(monthName(202611, 'en')).toBe('Nov 2026');
});

test('a filter accepts the games that the house would list', () => {
  const none = { game: '', opponent: '', result: '', period: '' };
  const bot = { seat: 1, opponent: 'bot easy', name: 'Bot', bot: 'easy', partner: false, score: 9 };
  const game: PastGame = { code: 'VHG4SC', number: 1, game: 'dice', at: 1000, deal: null, replay: true, claimed: false, seat: 0, won: true, score: 10, left: false, figures: {}, skill: null, luck: null, others: [bot] };
  const day = 24 * 60 * 60 * 1000;
  const check = (filter: Partial<typeof none>, expected: boolean, now = 2000) => expect(fits(game, { ...none, ...filter }, now)).toBe(expected);
  check({}, true);
  check({ game: 'dice', opponent: 'bot easy', result: 'won', period: 'month' }, true);
  check({ game: 'cribbage' }, false);
  check({ opponent: 'bot hard' }, false);
  check({ result: 'lost' }, false);
  check({ period: 'month' }, false, 31 * day);
  check({ period: 'year' }, true, 31 * day);
});

const game = (at: string, won: boolean, fared: [skill: number, luck: number] | null = null, more: Partial<PastGame> = {}): PastGame => ({
  code: 'ABC123',
  number: 1,
  game: 'cribbage',
  at: Date.parse(at),
  deal: null,
  replay: true,
  claimed: false,
  seat: 0,
  won,
  score: 61,
  left: false,
  figures: {},
  skill: fared?.[0] ?? null,
  luck: fared?.[1] ?? null,
  others: [],
  ...more,
});

test('games are summed by month, and games that do not count are left out', () => {
  const months = monthsOf([
    game('2026-11-30T23:59:59Z', true, [-0.1, 0.3]),
    game('2026-11-01T00:00:00Z', false, [-0.3, -0.1]),
    game('2026-11-02T00:00:00Z', false),
    game('2026-10-31T23:59:59Z', true),
    game('2026-11-03T00:00:00Z', true, null, { left: true }),
    game('2026-11-03T00:00:00Z', true, null, { claimed: true }),
    game('2026-11-03T00:00:00Z', true, null, { game: 'dice' }),
  ]);
  expect(months.map(({ game: key, month }) => `${key} ${month}`).toSorted()).toEqual(['cribbage 202610', 'cribbage 202611', 'dice 202611']);
  const here = months.filter(({ game: key }) => key === 'cribbage');
  expect(here.map(({ sums }) => sums.won)).toEqual([
    { n: 1, sum: 1, squares: 1, most: 1 },
    { n: 3, sum: 1, squares: 1, most: 1 },
  ]);
  const [, november] = winsBy(here);
  expect(november).toEqual({ month: 202611, value: 1 / 3, from: rate(1, 3).low, to: rate(1, 3).high });
  const [cost] = partsBy(here, 'skill', -1);
  expect(cost?.month).toBe(202611);
  expect(cost?.value).toBeCloseTo(0.2, 9);
  // The samples 0.1 and 0.3 have the variance 0.02.
  expect((cost?.to ?? 0) - (cost?.value ?? 0)).toBeCloseTo(1.96 * Math.sqrt(0.02 / 2), 9);
  expect(partsBy(here, 'luck')[0]?.value).toBeCloseTo(0.1, 9);
});

test('a single game has no interval, and a month without reviews has no point', () => {
  const months = monthsOf([game('2026-11-01T00:00:00Z', true, [-0.1, 0.3]), game('2026-10-01T00:00:00Z', true)]);
  const points = partsBy(months, 'luck');
  expect(points.map(({ month, from, to }) => [month, from, to])).toEqual([[202611, null, null]]);
  expect(points[0]?.value).toBeCloseTo(0.3, 9);
});
