import { expect, test } from 'vitest';
import { fromJournal, type Entry } from './finished';

const OPENED: Entry = { fact: { opened: { game: 'cribbage', options: { target: 61 }, settings: { pace: 'instant', hints: true, clockSeconds: null }, private: false, host: 'a' } } };
const seated = (seat: number, player: string, nickname: string, bot: 'medium' | null = null): Entry => ({ fact: { seated: { seat, player, nickname, bot } } });

test('a closed table is rebuilt from its journal', () => {
  const journal = [OPENED, seated(0, 'a', 'Ann'), seated(1, 'b', 'Bot 2', 'medium'), { fact: { started: { number: 1 } } }, { fact: { started: { number: 2 } } }, { fact: {} }];
  const table = fromJournal('ABCDEF', journal, 'a');
  expect(table).toMatchObject({ game: 'cribbage', seat: 0, gameNumber: 2, options: { target: 61 } });
  expect(table?.players.map(({ nickname, seat, bot, level }) => [nickname, seat, bot, level])).toEqual([
    ['Ann', 0, false, undefined],
    ['Bot 2', 1, true, 'medium'],
  ]);
});

test('a seat belongs to the last player who sat down in it, and a stranger has none', () => {
  const table = fromJournal('ABCDEF', [OPENED, seated(0, 'a', 'Ann'), seated(0, 'c', 'Cy')], 'x');
  expect(table?.players.map(({ nickname }) => nickname)).toEqual(['Cy']);
  expect(table?.seat).toBeNull();
});

test('without a journal there is no table', () => {
  expect(fromJournal('ABCDEF', [], null)).toBeNull();
});
