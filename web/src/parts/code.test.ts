import { expect, test } from 'vitest';
import { readCode } from './code';

test('a code is read from pasted text', () => {
  for (const text of ['VHG4SC', ' vhg4sc ', 'vhg-4sc', 'http://localhost:4242/t/VHG4SC']) {
    expect(readCode(text)).toBe('VHG4SC');
  }
});

test('other text is not a code', () => {
  for (const text of ['', 'VHG4S', 'VHG4SCC', 'VHG0SC', 'VHG1SC', 'VHGISC', 'VHGLSC', 'VHGOSC']) expect(readCode(text)).toBeNull();
});
