import { expect, test } from 'vitest';
import { code, inOrder, pegValue, RANKS, readCard, readCards, sign, SUITS } from './card';

const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => ({ rank, suit, value: pegValue(rank) })));

test('every written card is read back as the same card', () => {
  expect(new Set(DECK.map(code)).size).toBe(52);
  for (const card of DECK) {
    expect(readCard(code(card))).toEqual(card);
    expect(readCard(sign(card))).toEqual(card);
    expect(readCard(code(card).toLowerCase())).toEqual(card);
  }
  expect(readCard('10h')).toEqual(readCard('TH'));
});

test('other text is not a card', () => {
  for (const text of ['', '1h', '11h', 'h', '5', '5x', 'KH5']) expect(readCard(text)).toBeNull();
  expect(readCards('5h 6x')).toBeNull();
  expect(readCards('5h, 6s')).toHaveLength(2);
  expect(readCards('')).toEqual([]);
});

test('the suits of a deck count 85 each in the play', () => {
  expect(DECK.reduce((sum, { value }) => sum + value, 0)).toBe(4 * 85);
});

test('hands are sorted by rank, then by suit', () => {
  expect(inOrder(readCards('KH 10C 10S AD') ?? []).map(code)).toEqual(['AD', 'TS', 'TC', 'KH']);
});
