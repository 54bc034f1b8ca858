// The options of a game as fields of a form, read from their JSON Schema.
//
// It understands only what the games' schemas use. A field of another kind is left out of the form
// and keeps its default, so a new kind of option never breaks the page.

import type { OptionWords } from '$shell/game/part';
import type { JsonSchema } from '$shell/protocol/messages';

export type Field = Common &
  (
    | { kind: 'switch' }
    | { kind: 'choice'; choices: { value: string; description: string }[] }
    | { kind: 'number'; minimum: number; maximum: number; optional: boolean }
    | { kind: 'seat' }
    | { kind: 'sides' }
  );

interface Common {
  /** The path of the option, such as `rules.level_cap`. Faults name it in the same way. */
  path: string;
  description: string;
}

export type Options = Record<string, unknown>;

/** The fields of a schema, nested objects in line. */
export function fieldsOf(schema: JsonSchema, root: JsonSchema = schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const whole = resolve(property, root);
    if (isSeat(property)) return [{ path, description: property.description ?? '', kind: 'seat' as const }];
    if (whole.properties) return fieldsOf(whole, root, `${path}.`);
    const field = fieldOf(path, property.description ?? whole.description ?? '', whole, root);
    return field ? [field] : [];
  });
}

function fieldOf(path: string, description: string, schema: JsonSchema, root: JsonSchema): Field | null {
  const common = { path, description };
  const { type, optional } = typeOf(schema);
  if (type === 'boolean') return { ...common, kind: 'switch' };
  if (type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return { ...common, kind: 'number', minimum, maximum, optional };
  }
  if (schema.oneOf?.every((choice) => typeof choice.const === 'string')) {
    const choices = schema.oneOf.map((choice) => ({ value: String(choice.const), description: choice.description ?? '' }));
    return { ...common, kind: 'choice', choices };
  }
  if (schema.enum?.every((value) => typeof value === 'string')) {
    return { ...common, kind: 'choice', choices: schema.enum.map((value) => ({ value: String(value), description: '' })) };
  }
  if (type === 'array' && schema.items && typeOf(resolve(schema.items, root)).type === 'integer') {
    return { ...common, kind: 'sides' };
  }
  if (schema.anyOf) return nullable(path, description, schema.anyOf, root);
  return null;
}

/** An option that may be null. */
function nullable(path: string, description: string, parts: JsonSchema[], root: JsonSchema): Field | null {
  const [value, ...more] = parts.filter((part) => part.type !== 'null').map((part) => resolve(part, root));
  if (!value || more.length > 0) return null;
  const field = fieldOf(path, description, value, root);
  return field?.kind === 'number' ? { ...field, optional: true } : null;
}

/** Whether an option is a seat, or a seat or null. */
const isSeat = ({ $ref = '', anyOf = [] }: JsonSchema): boolean => /\/Seat$/.test($ref) || anyOf.some(isSeat);

function typeOf(schema: JsonSchema): { type: string | undefined; optional: boolean } {
  const types = [schema.type].flat().filter((type) => type !== undefined);
  return { type: types.find((type) => type !== 'null'), optional: types.includes('null') };
}

/** The schema that a reference points to. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (!schema.$ref) return schema;
  const name = schema.$ref.replace('#/$defs/', '');
  return root.$defs?.[name] ?? {};
}

/** The value at a path. */
export function valueAt(options: Options, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), options);
}

/** The same options with another value at a path. */
export function withValue(options: Options, path: string, value: unknown): Options {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...options, [name]: value };
  const inner = options[name];
  return { ...options, [name]: withValue(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

/** The options adapted to the number of seats: a number for each side or an empty list, and no seat that is gone. */
export function fitted(options: Options, fields: { field: Field; own: OptionWords }[]): Options {
  return fields.reduce((now, { field: { path, kind }, own }) => {
    const value = valueAt(now, path);
    if (kind === 'seat' && Number(value ?? 0) >= chairsOf(own, now)) return withValue(now, path, null);
    const sides = own.sides?.(now).length ?? 0;
    if (kind !== 'sides' || !Array.isArray(value) || value.length === 0 || value.length === sides) return now;
    return withValue(now, path, Array.from({ length: sides }, (_, side) => (value[side] as number | undefined) ?? 0));
  }, options);
}

/** The number of seats that an option offers. */
export const chairsOf = (own: OptionWords, options: Options): number => own.chairs?.(options) ?? 0;

const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two sets of options have the same values. */
export function sameOptions(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return JSON.stringify(left) === JSON.stringify(right);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => sameOptions(left[name], right[name]));
}
