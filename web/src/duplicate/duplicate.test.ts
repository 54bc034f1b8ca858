import { expect, test } from 'vitest';
import { matchOf } from './duplicate';

test('the name of a deal contains the code of the match', () => {
  expect(matchOf('duplicate/VHG4SC/K7M3QX')).toBe('VHG4SC');
  expect(matchOf('daily/2026-11-18/cribbage')).toBeNull();
  expect(matchOf(undefined)).toBeNull();
});
