import { expect, test } from 'vitest';
import { rollTo } from './counter';

const spelled = (from: number, to: number) => rollTo(from, to).map((figures) => figures.join('').replaceAll('\u00a0', '_'));

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
