import { expect, test } from 'vitest';
import type { Known } from './fair';
import { check, type Verified } from './verdict';

// The vector of `docs/PROTOCOL.md`.
const SECRET = 'e4ba050b1672ece878a9be2b1117e41bc900c5b79e03b91d7c3459300f73a388';
const COMMITMENT = 'f610e5d6eb3e85626ca35014149645e1f63f3aff32cee40806d0f035f2a8fe22';
const MINE = 'a1'.repeat(16);
const GOOD: Known = { promised: COMMITMENT, begunWith: COMMITMENT, added: MINE, used: [MINE, null], secret: SECRET };

const says = (...checks: boolean[]): Verified => ({ good: true, games: [{ number: 1, finished: true, checks: checks.map((ok) => ({ ok })) }] });

test('a house that calls its game good is not believed if its secret does not match', async () => {
  const known = { ...GOOD, secret: '11'.repeat(32) };
  const verdict = await check('VHG4SC', 1, known, async () => says(true, true));
  expect(verdict.own.verdict).toBe('broken');
  expect(verdict.house, 'the house is not asked').toBeNull();
});

test('the page finds a good game good, and the house is asked too', async () => {
  const verdict = await check('VHG4SC', 1, GOOD, async () => says(true, true));
  expect(verdict).toMatchObject({ own: { verdict: 'kept' }, house: 'good' });
});

test('an answer of the house against itself is shown', async () => {
  expect(await check('VHG4SC', 1, GOOD, async () => says(true, false))).toMatchObject({ own: { verdict: 'kept' }, house: 'bad' });
});

test('a house without an answer about this game counts as silent', async () => {
  expect((await check('VHG4SC', 2, GOOD, async () => says(true))).house).toBe('silent');
  expect((await check('VHG4SC', 1, GOOD, async () => says())).house).toBe('silent');
  expect((await check('VHG4SC', 1, GOOD, () => Promise.reject(new Error('gone')))).house).toBe('silent');
});

test('the answer of the house does not replace what this page did not receive', async () => {
  const { promised: _, ...late } = GOOD;
  expect(await check('VHG4SC', 1, late, async () => says(true))).toMatchObject({ own: { secret: 'late', verdict: 'open' }, house: 'good' });
});
