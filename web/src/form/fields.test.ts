import { expect, test } from 'vitest';
import type { JsonSchema } from '$shell/protocol/messages';
import { fieldsOf, sameOptions, valueAt, withValue } from './fields';

const SCHEMA: JsonSchema = {
  $defs: {
    Counting: {
      oneOf: [
        { const: 'auto', description: 'The house counts.', type: 'string' },
        { const: 'manual', description: 'Everyone counts.', type: 'string' },
      ],
    },
    Seat: { type: 'integer', minimum: 0, maximum: 255, description: 'A chair.' },
    BySide: { type: 'array', items: { type: 'integer' } },
    Rules: { type: 'object', properties: { level_cap: { type: 'integer', minimum: 0, maximum: 10 } } },
  },
  properties: {
    alone: { type: 'boolean', description: 'Alone.' },
    counting: { $ref: '#/$defs/Counting', description: 'Who counts.' },
    first_dealer: { anyOf: [{ $ref: '#/$defs/Seat' }, { type: 'null' }], description: 'Who deals.' },
    head_start: { $ref: '#/$defs/BySide', description: 'A handicap.' },
    rules: { $ref: '#/$defs/Rules' },
    target: { type: ['integer', 'null'], minimum: 1, maximum: 500, description: 'What wins.' },
    strange: { type: 'string' },
  },
};

test('every kind of option becomes its field, and an unknown kind none', () => {
  expect(fieldsOf(SCHEMA)).toEqual([
    { path: 'alone', description: 'Alone.', kind: 'switch' },
    {
      path: 'counting',
      description: 'Who counts.',
      kind: 'choice',
      choices: [
        { value: 'auto', description: 'The house counts.' },
        { value: 'manual', description: 'Everyone counts.' },
      ],
    },
    { path: 'first_dealer', description: 'Who deals.', kind: 'number', minimum: 0, maximum: 255, optional: true },
    { path: 'head_start', description: 'A handicap.', kind: 'numbers' },
    { path: 'rules.level_cap', description: '', kind: 'number', minimum: 0, maximum: 10, optional: false },
    { path: 'target', description: 'What wins.', kind: 'number', minimum: 1, maximum: 500, optional: true },
  ]);
});

test('values are read and written by path, without changing what was there', () => {
  const options = { seats: 2, rules: { level_cap: 5, parity: 'subset' } };
  expect(valueAt(options, 'rules.level_cap')).toBe(5);
  expect(valueAt(options, 'rules.missing.deep')).toBeUndefined();
  expect(withValue(options, 'rules.level_cap', 7)).toEqual({ seats: 2, rules: { level_cap: 7, parity: 'subset' } });
  expect(options.rules.level_cap).toBe(5);
});

test('options are compared by what they say, not by order', () => {
  expect(sameOptions({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 })).toBe(true);
  expect(sameOptions({ a: 1 }, { a: 1, b: null })).toBe(false);
});
