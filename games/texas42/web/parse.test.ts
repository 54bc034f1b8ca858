import { expect, test } from 'vitest';
import { SET } from './domino';
import { parse, typed } from './parse';
import type { Texas42Scene } from './scene';
import { words } from './words/en';

const scene = { words } as Texas42Scene;
const read = (text: string) => parse(text, scene);
const bid = (call: unknown) => ({ command: 'place_bid', fields: { bid: call } });

test('bids are read in a player’s words', () => {
  expect(read('bid 31')).toEqual(bid(31));
  expect(read('bid 42')).toEqual(bid({ marks: 1 }));
  expect(read('BID 84')).toEqual(bid({ marks: 2 }));
  expect(read('bid 3 marks')).toEqual(bid({ marks: 3 }));
  expect(read('plunge 4')).toEqual(bid({ plunge: 4 }));
  expect(read('bid splash 2')).toEqual(bid({ splash: 2 }));
  expect(read('pass')).toEqual(bid('pass'));
  expect(read('bid pass')).toEqual(bid('pass'));
});

test('trumps are read by name or number', () => {
  expect(read('trump sixes')).toEqual({ command: 'name_trump', fields: { trump: 'sixes' } });
  expect(read('trump 0')).toEqual({ command: 'name_trump', fields: { trump: 'blanks' } });
  expect(read('name follow me')).toEqual({ command: 'name_trump', fields: { trump: 'follow-me' } });
});

test('an unreadable command is answered with an example', () => {
  for (const text of ['', 'bid', 'bid much', 'trump hearts', 'play 7-7', 'dance']) expect(read(text)).toHaveProperty('problem');
});

test('every offered action can be typed', () => {
  const calls = ['pass', 30, 41, { marks: 1 }, { marks: 2 }, { plunge: 4 }, { splash: 2 }].map((call) => ({ place_bid: { bid: call } }));
  const names = ['blanks', 'doubles', 'follow-me', 'nello', 'sevens'].map((trump) => ({ name_trump: { trump } }));
  const plays = SET.map((domino) => ({ play_domino: { domino } }));
  for (const action of [...calls, ...names, ...plays, { lay_down: {} }]) {
    const [[command, fields] = ['', {}]] = Object.entries(action);
    expect(read(typed(action))).toEqual({ command, fields });
  }
});
