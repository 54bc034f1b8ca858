import { expect, test } from 'vitest';
import { commitmentOf, compare, luckKey, type Known } from './fair';

// The vector of `docs/PROTOCOL.md`, which a test of the house checks.
const SECRET = 'e4ba050b1672ece878a9be2b1117e41bc900c5b79e03b91d7c3459300f73a388';
const COMMITMENT = 'f610e5d6eb3e85626ca35014149645e1f63f3aff32cee40806d0f035f2a8fe22';
const KEY = '3efe55d36d270631ce3e0327666ba329502ed648eee4248572ac5ed74531b97e';
const [MINE, THEIRS] = ['a1'.repeat(16), 'b2'.repeat(16)];

const GOOD: Known = { promised: COMMITMENT, begunWith: COMMITMENT, added: MINE, used: [MINE, THEIRS], secret: SECRET };

test('the commitment and the key are those of the house', () => {
  // As in the documentation of `Secret::commitment` in `crates/table/src/fair.rs`.
  expect(commitmentOf('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
  expect(commitmentOf(SECRET)).toBe(COMMITMENT);
  expect(luckKey(SECRET, 'VHG4SC', 1, [MINE, THEIRS])).toBe(KEY);
});

test('a seat that adds nothing is part of the key, with length 0', () => {
  // The message of `the_key_is_the_documented_one` in `fair.rs`, hashed with Python's library.
  expect(luckKey('09'.repeat(32), 'VHG4SC', 2, ['ab'.repeat(16), null])).toBe('d7bbf196d8c51c32abcc266bef488a391bfabdae53dd75bc6296e9ab31d18e91');
});

test('the key of a shared deal uses the name of the deal', () => {
  expect(compare('VHG4SC', 1, { ...GOOD, deal: 'lesson' }).key).toBe(luckKey(SECRET, 'lesson', 1, [MINE, THEIRS]));
});

test('a promise that was kept', () => {
  expect(compare('VHG4SC', 1, GOOD)).toEqual({ secret: 'fits', share: 'used', verdict: 'kept', key: KEY });
});

test('a secret that does not match breaks the promise', () => {
  for (const secret of [SECRET.replace('e', 'f'), '', 'no hex', SECRET.slice(2)]) {
    expect(compare('VHG4SC', 1, { ...GOOD, secret }), secret).toMatchObject({ secret: 'differs', verdict: 'broken' });
  }
});

test('a different promise at the start of the game breaks the first one, even if the secret matches it', () => {
  expect(compare('VHG4SC', 1, { ...GOOD, promised: '00'.repeat(32) })).toMatchObject({ secret: 'changed', verdict: 'broken' });
});

test('luck without what this browser added breaks the promise', () => {
  expect(compare('VHG4SC', 1, { ...GOOD, used: [null, THEIRS] })).toMatchObject({ share: 'missing', verdict: 'broken' });
});

test('missing information never counts as kept', () => {
  const without = (field: keyof Known): Known => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== field));
  expect(compare('VHG4SC', 1, without('promised'))).toMatchObject({ secret: 'late', verdict: 'open' });
  expect(compare('VHG4SC', 1, without('secret'))).toMatchObject({ secret: 'untold', verdict: 'open', key: null });
  expect(compare('VHG4SC', 1, without('added'))).toMatchObject({ share: 'none', verdict: 'open' });
  expect(compare('VHG4SC', 1, without('used'))).toMatchObject({ share: 'untold', verdict: 'open', key: null });
  expect(compare('VHG4SC', 1, { secret: SECRET })).toMatchObject({ secret: 'unpromised', share: 'none', verdict: 'open' });
});
