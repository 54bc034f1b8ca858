// A count in a player's words: "fifteen two, fifteen four, and a pair is six".
//
// The order and, in English, the words are the same as in the commands of `tallyhouse`.

import type { Item } from './wire';
import type { Words } from './words/en';

/** The count of a hand or crib, with the sum after each part. Fifteens come first, as people count. */
export function showAloud(items: Item[], words: Words): string {
  if (items.length === 0) return words.aloud.nothing;
  const ordered = inSayingOrder(items);
  let sum = 0;
  const parts = ordered.map((item, place) => {
    sum += item.points;
    const again = ordered[place - 1]?.type === item.type;
    return saidWithSum(item, words.number(sum), again, words);
  });
  const onlyFifteens = ordered.every(({ type }) => type === 'FIFTEEN');
  return join(parts, onlyFifteens ? '' : words.aloud.and);
}

/** The score of a card in the play, each part with its own points. */
export function playAloud(items: Item[], words: Words): string {
  const parts = items.map((item) => words.aloud.scores(spoken(item, words), words.number(item.points)));
  return join(parts, words.aloud.and);
}

/** The items in the order in which people count. Items of one class keep their order. */
export function inSayingOrder(items: Item[]): Item[] {
  return [...items].sort((left, right) => sayingClass(left.type) - sayingClass(right.type));
}

/** The place of a type in the count: fifteens, then groups, runs, flush and jack. */
function sayingClass(type: string): number {
  if (type === 'FIFTEEN') return 0;
  if (type === 'PAIR' || type.endsWith('_OF_A_KIND')) return 1;
  if (type.startsWith('FLUSH')) return 3;
  return type === 'RIGHT_JACK' ? 4 : 2;
}

function saidWithSum(item: Item, sum: string, again: boolean, words: Words): string {
  return item.type === 'FIFTEEN' ? words.aloud.fifteen(sum) : words.aloud.item(spoken(item, words), sum, again);
}

const spoken = (item: Item, words: Words): string => words.rules[item.type][1];

function join(parts: string[], and: string): string {
  const last = parts.at(-1) ?? '';
  const others = parts.slice(0, -1);
  if (others.length === 0) return last;
  const comma = others.length === 1 && and !== '' ? ' ' : ', ';
  return others.join(', ') + comma + and + last;
}
