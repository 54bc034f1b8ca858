import { expect, test } from 'vitest';
import { nextLevel, raise } from './levels';

test('a level adds three tenths to the base and a half to the multiplier', () => {
  expect(nextLevel({ hand: 'PAIR', base: 12, mult: '1.60' })).toEqual({ base: 15, mult: '2.10' });
});

test('a full run at level 5 has the base of the house', () => {
  let run = { hand: 'FULL_RUN' as const, base: 110, mult: '3.00' };
  for (let level = 0; level < 5; level += 1) run = { ...run, ...nextLevel(run) };
  expect(run.base).toBe(405);
});

test('of a kind grows by a fifth and a quarter', () => {
  expect(nextLevel({ hand: 'X_OF_A_KIND', base: 22, mult: '1.80' })).toEqual({ base: 26, mult: '2.05' });
});

test('the effect of a level is written as in the shop', () => {
  expect(raise({ hand: 'PAIR', base: 12, mult: '1.60' }, {})).toBe('12 × 1.60 → 15 × 2.10');
  expect(raise({ hand: 'FULL_HOUSE', base: 60, mult: '2.00' }, {})).toBe('60 → 78');
  expect(raise({ hand: 'FULL_HOUSE', base: 60, mult: '2.00' }, { rules: { full_house: 'formula' } })).toBe('60 × 2.00 → 78 × 2.50');
});
