import { expect, test } from 'vitest';
import { readCards } from './card';
import { foretell } from './pegging';

test.each([
  ['', '5H', 5, 0],
  ['TH', '5S', 15, 2],
  ['8D 6H 9H', '8H', 31, 2],
  ['7H', '7S', 14, 2],
  ['7H 7S', '7D', 21, 6],
  ['4H 4S 4D', '4C', 16, 12],
  ['4H 6S', '5D', 15, 5],
  ['2H 3H 5S', '4D', 14, 4],
  ['7H 8S 8D', '9C', 32, 0],
  ['AH 3S 2D', '5C', 11, 0],
  ['3H 2S AD', 'AC', 7, 2],
])('after %s the %s makes %i for %i', (stack, card, count, points) => {
  const [played] = readCards(card) ?? [];
  if (!played) throw new Error('there must be a card');
  expect(foretell(readCards(stack) ?? [], played)).toEqual({ count, points });
});
