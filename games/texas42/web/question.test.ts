import { expect, test } from 'vitest';
import { questionOf, requestOf, tricksOf, writeQuestion, type Question } from './question';

const HAND: Question = { mode: 'marks', bidder: 2, bid: 'marks-2', trump: 'sixes', played: ['6-4', '6-1', '6-0', '6-6', '5-5'] };

test('a question is read back from its address', () => {
  expect(questionOf(writeQuestion(HAND))).toEqual(HAND);
  expect(questionOf(new URLSearchParams(writeQuestion(HAND).toString()))).toEqual(HAND);
});

test('invalid parts of the address are left out', () => {
  const question = questionOf(new URLSearchParams('bidder=9&bid=900&played=6-4_9-9_6-4'));
  expect(question).toEqual({ mode: 'marks', bidder: 0, bid: '30', trump: 'sixes', played: ['6-4'] });
});

test('four dominoes make a trick, three in nello', () => {
  expect(tricksOf(HAND)).toEqual([['6-4', '6-1', '6-0', '6-6'], ['5-5']]);
  expect(tricksOf({ ...HAND, trump: 'nello' })).toEqual([['6-4', '6-1', '6-0'], ['6-6', '5-5']]);
});

test('the request has the notation of the house', () => {
  expect(requestOf(HAND)).toMatchObject({ bidder: 2, bid: { marks: 2 }, trump: 'sixes' });
  expect(requestOf({ ...HAND, trump: 'nello' })).toMatchObject({ contract: 'nello' });
  expect(requestOf({ ...HAND, bid: '31' })).toMatchObject({ bid: { points: 31 } });
});
