import { expect, test } from 'vitest';
import { rollTo } from './counter';

const spelled = (from: number, to: number, decimals = 0) => rollTo(from, to, decimals).map((figures) => figures.join('').replaceAll('\u00a0', '_'));

test('every place rolls from its first digit to its last', () => {
  expect(spelled(0, 7)).toEqual(['01234567']);
  expect(spelled(0, 12)).toEqual(['_1', '0123456789012']);
  expect(spelled(40, 38)).toEqual(['43', '098']);
});

test('a place that the last number does not have is never shown', () => {
  expect(spelled(112, 99)).toEqual(['109', '21098765432109']);
});

test('a place that would turn many times turns once and a bit more', () => {
  const [, tens, ones] = spelled(0, 345);
  expect(tens).toMatch(/^_\d{13}4$/);
  expect(ones).toMatch(/^0\d{14}5$/);
});

test('places after the point and the one before it are never blank', () => {
  expect(spelled(100, 160, 2)).toEqual(['1', '0123456', '01234567890']);
  expect(spelled(0, 105, 2).map((figures) => figures[0])).toEqual(['0', '0', '0']);
  expect(spelled(0, 5, 2)).toEqual(['0', '0', '012345']);
  expect(spelled(900, 1050, 2).map((figures) => figures[0])).toEqual(['_', '9', '0', '0']);
});
