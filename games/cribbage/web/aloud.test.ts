import { expect, test } from 'vitest';
import { playAloud, showAloud } from './aloud';
import { readCards } from './card';
import type { Item } from './wire';
import { why } from './why';
import { words } from './words/en';

const item = (type: Item['type'], points: number, cards = ''): Item => ({ type, points, cards: readCards(cards) ?? [], description: type });

test('a count has the sum after each part, and fifteens come first', () => {
  const fifteen = item('FIFTEEN', 2);
  expect(showAloud([item('DOUBLE_RUN_OF_3', 8), fifteen, fifteen], words)).toBe(
    'fifteen two, fifteen four, and a double run of three is twelve',
  );
  expect(showAloud([fifteen, fifteen], words)).toBe('fifteen two, fifteen four');
  expect(showAloud([item('PAIR', 2), item('PAIR', 2), item('RIGHT_JACK', 1)], words)).toBe(
    'a pair is two, another pair is four, and one for his nobs is five',
  );
  expect(showAloud([], words)).toBe('nothing');
});

test('in the play each part has its own points', () => {
  expect(playAloud([item('PEGGING_FIFTEEN', 2), item('PEGGING_RUN_OF_3', 3)], words)).toBe(
    'fifteen for two and a run of three for three',
  );
});

test('the explanation of an item says what its cards make', () => {
  expect(why(item('FIFTEEN', 2, '5H KC'), words)).toBe('5 + 10 make fifteen.');
  expect(why(item('QUADRUPLE_RUN_OF_3', 16, '2H 2S 3D 3C 4H'), words)).toBe('4 runs of 3 (12) and 2 pairs (4).');
  expect(why(item('TRIPLE_RUN_OF_3', 15, '2H 2S 2D 3C 4H'), words)).toBe('3 runs of 3 (9) and 3 pairs (6).');
  expect(why(item('DOUBLE_RUN_OF_4', 10, '2H 2S 3D 4C 5H'), words)).toBe('2 runs of 4 (8) and a pair (2).');
  expect(why(item('PEGGING_THREE_OF_A_KIND', 6, '2H 2S 2D'), words)).toBe('2♥ 2♠ 2♦ are alike: 3 pairs, 2 points each.');
});

test('every rule has words', () => {
  for (const [heading, spoken] of Object.values(words.rules)) {
    expect(heading).not.toBe('');
    expect(spoken).not.toBe('');
  }
  expect(Object.keys(words.rules)).toHaveLength(26);
});
