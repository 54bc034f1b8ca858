import { expect, test } from 'vitest';
import type { Stored } from './client';
import { guestOf } from './guests';
import type { Written } from './journal';
import { takeTables, type Shelf } from './taken';

const tableOf = (code: string): Stored => ({ code, game: 'cribbage', host: 'ann', stage: 'finished', games: 1, ended: 1, players: [], entries: 1, at: 0 });

/** A fake device with these tables. A journal is damaged if its first entry says so. */
function shelf(known: string[] = []): { shelf: Shelf; written: Written[] } {
  const written: Written[] = [];
  return {
    written,
    shelf: {
      known: new Set(known),
      check: (text) => {
        const [first] = JSON.parse(text) as { code?: string; damaged?: boolean }[];
        if (first?.damaged) return { error: { code: 'table/damaged', message: 'the journal of this table is damaged: it has no key' } };
        return { ok: tableOf(first?.code ?? '') };
      },
      write: async (entries, table) => {
        if (table.code === 'FULL') throw new DOMException('there is no room', 'QuotaExceededError');
        written.push(...entries);
      },
    },
  };
}

const file = (...tables: unknown[]): string => JSON.stringify({ tallyhouse: 1, tables });
const saved = (code: string): object => ({ host: 'bob', entries: [{ seq: 1, code, people: ['bob', guestOf('bob', 2)] }] });

test('a table is added even if those before it are refused', async () => {
  const { shelf: here, written } = shelf(['HERE']);
  const text = file({ host: 'bob', entries: [{ damaged: true }] }, null, { host: 'bob' }, saved('HERE'), saved('FULL'), saved('LAST'), saved('LAST'));
  const { taken, refused } = await takeTables(text, 'ann', here);
  expect(taken).toBe(1);
  expect(refused.map(({ code }) => code)).toEqual(['table/damaged', 'table/damaged', 'table/damaged', 'page/unwritten']);
  expect(written).toEqual([{ code: 'LAST', entry: { seq: 1, code: 'LAST', people: ['ann', guestOf('ann', 2)] } }]);
});

test.each(['', 'nothing', 'null', '3', '[]', '{"tables":3}'])('%j is refused because it is not a file of saved games', async (text) => {
  await expect(takeTables(text, 'ann', shelf().shelf)).rejects.toMatchObject({ code: 'wire/malformed' });
});
