import { expect, test } from 'vitest';
import { bearersOf, keepKey, keepToken, shareKey, withKey } from './keys';

const KEY = '8d0f5a6be2c94713a5f0c1d27e98b364';

test('the key of a link is stored only for its table', () => {
  keepKey('VHG4SC', `#${KEY.toUpperCase()}`);
  expect(shareKey('VHG4SC')).toBe(KEY);
  expect(withKey('VHG4SC')).toEqual({ key: KEY });
  expect(withKey('AAAAAA')).toEqual({});
});

test('text that is not a key is not stored', () => {
  for (const hash of ['', '#', '#table', `#${KEY}00`, '#' + 'g'.repeat(32)]) keepKey('BBBBBB', hash);
  expect(shareKey('BBBBBB')).toBeUndefined();
});

test('a request is authorized by the key of the table or by the token', () => {
  keepToken('ab'.repeat(32));
  expect(bearersOf('VHG4SC')).toEqual([KEY, 'ab'.repeat(32)]);
  expect(bearersOf('AAAAAA')).toEqual(['ab'.repeat(32)]);
});

test('the number of stored keys is limited', () => {
  for (let n = 0; n < 20; n += 1) keepKey(`CODE${n}`, KEY);
  expect(shareKey('CODE0')).toBeUndefined();
  expect(shareKey('CODE19')).toBe(KEY);
});
