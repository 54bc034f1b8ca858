import { expect, test } from 'vitest';
import type { JsonSchema } from '$shell/protocol/messages';
import { fieldsOf, fitted, sameOptions, valueAt, withValue } from './fields';

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

test('every known kind of option becomes a field, and an unknown kind is left out', () => {
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
    { path: 'first_dealer', description: 'Who deals.', kind: 'seat' },
    { path: 'head_start', description: 'A handicap.', kind: 'sides' },
    { path: 'rules.level_cap', description: '', kind: 'number', minimum: 0, maximum: 10, optional: false },
    { path: 'target', description: 'What wins.', kind: 'number', minimum: 1, maximum: 500, optional: true },
  ]);
});

test('values are read and written by path, without changing the original', () => {
  const options = { seats: 2, rules: { level_cap: 5, parity: 'subset' } };
  expect(valueAt(options, 'rules.level_cap')).toBe(5);
  expect(valueAt(options, 'rules.missing.deep')).toBeUndefined();
  expect(withValue(options, 'rules.level_cap', 7)).toEqual({ seats: 2, rules: { level_cap: 7, parity: 'subset' } });
  expect(options.rules.level_cap).toBe(5);
});

test('a change of the number of seats removes seats that are gone and gives each side a number', () => {
  const chairs = (options: Record<string, unknown>) => Number(options.seats);
  const sides = (options: Record<string, unknown>) => Array.from({ length: chairs(options) }, (_, seat) => [seat]);
  const fields = fieldsOf(SCHEMA).map((field) => ({ field, own: { label: '', chairs, sides } }));
  const fit = (options: object) => fitted({ ...options }, fields);
  expect(fit({ seats: 2, first_dealer: 2, head_start: [5, 0, 10] })).toEqual({ seats: 2, first_dealer: null, head_start: [5, 0] });
  expect(fit({ seats: 3, first_dealer: 2, head_start: [5, 0] })).toEqual({ seats: 3, first_dealer: 2, head_start: [5, 0, 0] });
  expect(fit({ seats: 4, first_dealer: null, head_start: [] })).toEqual({ seats: 4, first_dealer: null, head_start: [] });
});

test('options are compared by their values, not by their order', () => {
  expect(sameOptions({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 })).toBe(true);
  expect(sameOptions({ a: 1 }, { a: 1, b: null })).toBe(false);
});
