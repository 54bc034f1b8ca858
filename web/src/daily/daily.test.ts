import { expect, test } from 'vitest';
import { barsOf, dailyOf, signedLead } from './daily';

test('the name of a deal contains the day and the game', () => {
  expect(dailyOf('daily/2026-11-18/cribbage')).toEqual({ day: '2026-11-18', game: 'cribbage' });
  expect(dailyOf('lesson')).toBeNull();
  expect(dailyOf('duplicate/VHG4SC/K7M3QX')).toBeNull();
  expect(dailyOf(undefined)).toBeNull();
});

test('every player of the field is in one bar, and the bar with the own result is marked', () => {
  const field = [-40, -3, 0, 1, 12, 30, 31].map((lead) => ({ won: lead > 0, lead, players: lead === 12 ? 3 : 1 }));
  const bars = barsOf(field, 12);
  expect(bars.length).toBeLessThanOrEqual(9);
  expect(bars.reduce((sum, bar) => sum + bar.players, 0)).toBe(9);
  expect(bars.filter(({ mine }) => mine)).toHaveLength(1);
  expect(bars[0]?.to).toBe(31);
  expect(bars.at(-1)?.from).toBe(-40);
  expect(barsOf([], 1)).toEqual([]);
  expect(barsOf([{ won: true, lead: 5, players: 2 }], 5)).toEqual([{ from: 5, to: 5, players: 2, mine: true }]);
});

test('a lead has its sign', () => {
  expect([signedLead(13), signedLead(0), signedLead(-4)]).toEqual(['+13', '0', '−4']);
});
