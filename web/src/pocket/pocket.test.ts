import { beforeEach, expect, test, vi } from 'vitest';
import type { Stored } from './client';

vi.stubGlobal('__POCKET__', true);

let tables: Stored[] = [];
vi.mock('./client', () => ({ Client: { start: async () => ({ tables: async () => tables }) } }));
vi.mock('./lasting.svelte', () => ({ lasting: { ask: async () => undefined } }));

const table = (code: string, stage: Stored['stage'], games: number, ended: number): Stored => ({ code, game: 'cribbage', host: 'ann', stage, games, ended, players: [], entries: 1, at: 0 });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
});

test('games that are over are known, whatever happens at their tables now', async () => {
  tables = [table('WAITS', 'waiting', 0, 0), table('FIRST', 'playing', 1, 0), table('AGAIN', 'playing', 3, 2), table('OVER', 'finished', 1, 1), table('LEFT', 'closed', 1, 1), table('BROKEN', 'closed', 1, 0)];
  const { pocket } = await import('./pocket.svelte');
  await pocket.open();
  expect(pocket.finished).toEqual({ AGAIN: 2, OVER: 1, LEFT: 1 });
  // The next visit knows them before the pocket is opened.
  vi.resetModules();
  expect((await import('./pocket.svelte')).pocket.finished).toEqual({ AGAIN: 2, OVER: 1, LEFT: 1 });
});
