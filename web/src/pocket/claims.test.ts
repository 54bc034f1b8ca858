import { beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '$shell/house/refused';

const KEY = 'tallyhouse.pocket.claims';

/** The house's answer about a table: how many of its games it has now, or the error. */
const answers = new Map<string, number | Error>();
const asked: string[] = [];
const connection: { player: string | null } = { player: 'ann' };
const pocket = {
  player: 'own',
  finished: {} as Record<string, number>,
  save: async (code: string) => JSON.stringify({ tables: [{ entries: [code] }] }),
};

vi.mock('./pocket.svelte', () => ({ pocket }));
vi.mock('$shell/house/connection.svelte', () => ({ connection, UNREACHABLE: { code: 'page/unreachable', message: '' } }));
vi.mock('$shell/house/api', () => ({
  Refused,
  postOwn: async (_: string, { entries }: { entries: string[] }) => {
    const [code = ''] = entries;
    asked.push(code);
    const answer = answers.get(code) ?? 1;
    if (typeof answer === 'number') return { games: answer };
    throw answer;
  },
}));

/** Opens the page anew. */
async function opened() {
  vi.resetModules();
  return (await import('./claims.svelte')).claims;
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
  answers.clear();
  asked.length = 0;
  connection.player = 'ann';
  pocket.finished = { LONG: 1, BAD: 1, GONE: 1, GOOD: 2 };
});

test('a table that fails does not keep the others from being added', async () => {
  answers.set('LONG', new Refused('wire/too_large', 'it is too long'));
  answers.set('BAD', new Refused('claim/unproved', 'it is not so'));
  answers.set('GONE', new TypeError('there is no network'));
  answers.set('GOOD', 2);
  const claims = await opened();
  const { games, refused } = await claims.add(claims.waiting);
  expect(games).toBe(2);
  expect(refused.map(({ table, why }) => [table, why.code])).toEqual([['LONG', 'wire/too_large'], ['BAD', 'claim/unproved'], ['GONE', 'page/unreachable']]);
  expect(claims.isAdded('GOOD')).toBe(true);
  expect(claims.busy).toBe(false);
});

test('a permanently refused table is not offered again until another game ends there', async () => {
  answers.set('LONG', new Refused('wire/too_large', 'it is too long'));
  answers.set('BAD', new Refused('claim/unproved', 'it is not so'));
  answers.set('GONE', new TypeError('there is no network'));
  let claims = await opened();
  await claims.add(claims.waiting);
  claims = await opened();
  expect(claims.waiting).toEqual(['GONE']);
  expect(claims.refusalOf('BAD')).toBe('claim/unproved');
  expect(claims.refusalOf('GOOD')).toBeUndefined();
  pocket.finished = { ...pocket.finished, BAD: 2 };
  expect(claims.waiting).toEqual(['BAD', 'GONE']);
});

test('games that one player has added are not in the history of another', async () => {
  const claims = await opened();
  await claims.add(['GOOD']);
  claims.decline(['BAD']);
  expect(claims.waiting).toEqual(['LONG', 'GONE']);
  connection.player = 'bob';
  expect(claims.isAdded('GOOD')).toBe(false);
  expect(claims.waiting).toEqual(['LONG', 'BAD', 'GONE', 'GOOD']);
  await claims.add(['LONG']);
  expect(claims.waiting).toEqual(['BAD', 'GONE', 'GOOD']);
});

test('without a network the page uses the record of the last player', async () => {
  await (await opened()).add(['GOOD']);
  connection.player = null;
  const claims = await opened();
  expect(claims.isAdded('GOOD')).toBe(true);
  claims.forgetAll();
  expect(claims.isAdded('GOOD')).toBe(false);
  expect((await opened()).isAdded('GOOD')).toBe(false);
});

test('if the player changes while a table is added, the new player does not have it', async () => {
  const claims = await opened();
  const adding = claims.add(['GOOD']);
  connection.player = 'bob';
  await adding;
  expect(claims.isAdded('GOOD')).toBe(false);
});

test.each(['nonsense', '{"added":{"GOOD":2},"declined":{}}'])('%s is read as an empty record', async (text) => {
  localStorage.setItem(KEY, text);
  const claims = await opened();
  expect(claims.isAdded('GOOD')).toBe(false);
  expect(asked).toEqual([]);
});
