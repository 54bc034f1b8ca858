import { expect, test } from 'vitest';
import { countOf, ends, inOrder, inSuitOrder, isTrump, readDomino, SET, trumpsIn } from './domino';

test('the set has every domino once, and 35 in count', () => {
  expect(new Set(SET).size).toBe(28);
  expect(SET.reduce((sum, domino) => sum + countOf(domino), 0)).toBe(35);
  expect(SET.filter((domino) => countOf(domino) > 0).toSorted()).toEqual(['3-2', '4-1', '5-0', '5-5', '6-4']);
});

test('a domino is read in every notation', () => {
  for (const domino of SET) {
    const [high, low] = ends(domino);
    for (const text of [`${high}-${low}`, `${low}-${high}`, `${high}${low}`, ` ${low} ${high} `, `${high}:${low}`]) {
      expect(readDomino(text)).toBe(domino);
    }
  }
  for (const text of ['', '7-1', '6', '6-4-1', 'six four']) expect(readDomino(text)).toBeNull();
});

test('every suit has seven trumps, and so have the doubles', () => {
  for (const trump of ['blanks', 'aces', 'deuces', 'treys', 'fours', 'fives', 'sixes', 'doubles'] as const) {
    expect(trumpsIn(SET, trump)).toBe(7);
  }
  for (const none of ['follow-me', 'nello', 'sevens'] as const) expect(trumpsIn(SET, none)).toBe(0);
  expect(isTrump('6-4', null)).toBe(false);
});

test('trumps come first, with their double at the start', () => {
  const hand = ['6-6', '6-1', '4-4', '5-4', '4-0', '3-3', '6-4'];
  expect(inSuitOrder(hand, 'fours')).toEqual(['4-4', '6-4', '5-4', '4-0', '6-6', '6-1', '3-3']);
  expect(inSuitOrder(hand, 'doubles')).toEqual(['6-6', '4-4', '3-3', '6-4', '6-1', '5-4', '4-0']);
  expect(inSuitOrder(hand, null)).toEqual(['6-6', '6-4', '6-1', '5-4', '4-4', '4-0', '3-3']);
});

test('a hand is in the order that its holder has chosen', () => {
  const hand = ['3-1', '6-5', '4-4', '5-2', '2-2', '6-6', '5-4'];
  expect(inOrder(hand, null, 'dealt')).toEqual(hand);
  expect(inOrder(hand, null, 'suit')).toEqual(['6-6', '6-5', '5-4', '5-2', '4-4', '3-1', '2-2']);
  expect(inOrder(hand, null, 'rank')).toEqual(['6-6', '4-4', '2-2', '6-5', '5-4', '5-2', '3-1']);
  expect(inOrder(hand, 'fives', 'rank')).toEqual(['6-5', '5-4', '5-2', '6-6', '4-4', '2-2', '3-1']);
  expect(inOrder(hand, 'fives', 'suit')).toEqual(['6-5', '5-4', '5-2', '6-6', '4-4', '3-1', '2-2']);
});

test('in sevens the domino nearest to seven pips comes first', () => {
  expect(inSuitOrder(['6-6', '6-1', '3-3', '4-4', '0-0'], 'sevens')).toEqual(['6-1', '4-4', '3-3', '6-6', '0-0']);
});
