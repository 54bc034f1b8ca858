// Why an item scores, in one sentence.

import { pegValue, signs } from './card';
import type { Item, Rank } from './wire';
import type { Words } from './words/en';

export function why(item: Item, words: Words): string {
  const { type, cards } = item;
  const { whys } = words;
  const rule = type.replace('PEGGING_', '');
  if (rule === 'FIFTEEN') return whys.fifteen(cards.map(({ rank }) => pegValue(rank)).join(' + '));
  if (rule === 'THIRTY_ONE') return whys.thirtyOne;
  if (rule === 'LAST_CARD') return whys.lastCard;
  if (rule === 'HEELS') return whys.heels;
  if (rule === 'FLUSH_4') return whys.flush4;
  if (rule === 'FLUSH_5') return whys.flush5;
  if (rule === 'RIGHT_JACK') return whys.nobs(signs(cards));
  if (rule.startsWith('RUN_OF')) return whys.run(signs(cards));
  if (rule.includes('RUN_OF')) {
    const { runs, length, pairs } = runsIn(cards.map(({ rank }) => rank));
    return whys.runs(runs, length, pairs);
  }
  return whys.same(signs(cards), pairsAmong(cards.length));
}

/** The runs and pairs in a multiple run. */
export function runsIn(ranks: Rank[]): { runs: number; length: number; pairs: number } {
  const copies = [...new Set(ranks)].map((rank) => ranks.filter((other) => other === rank).length);
  return {
    runs: copies.reduce((product, n) => product * n, 1),
    length: copies.length,
    pairs: copies.reduce((sum, n) => sum + pairsAmong(n), 0),
  };
}

const pairsAmong = (n: number): number => (n * (n - 1)) / 2;
