// Every refusal of the house and every option of a game has words in every language. The lists in
// `protocol/said.json` come from the house's own code.

import { expect, test } from 'vitest';
import { fieldsOf } from '$shell/form/fields';
import type { GameWords } from '$shell/game/part';
import type { JsonSchema } from '$shell/protocol/messages';
import said from '$shell/protocol/said.json';
import type { Words } from './en';

const LANGUAGES = ['en', 'es'];
const shell = import.meta.glob<Words>('./[a-z][a-z].ts', { eager: true, import: 'words' });
const games = import.meta.glob<GameWords>('../../../games/*/web/words/*.ts', { eager: true, import: 'words' });
/** The files of the games that have a page; a game may have none. */
const parts = Object.keys(import.meta.glob('../../../games/*/web/index.ts'));

const gameIn = (key: string, language: string): GameWords => games[`../../../games/${key}/web/words/${language}.ts`] as GameWords;
const isText = (text: unknown): boolean => typeof text === 'string' && text !== '';

test('the lists are not empty', () => {
  expect(said.codes).toContain('wire/origin');
  expect(said.reasons).toContain('needs_house');
  expect(Object.values(said.games).every(({ reasons, presets }) => reasons.length > 0 && presets.length > 0)).toBe(true);
});

test.each(LANGUAGES)('every code and reason of the house has words in %s', (language) => {
  const { refusals } = shell[`./${language}.ts`] as Words;
  expect([...said.codes, ...said.reasons].filter((code) => !isText(refusals[code]))).toEqual([]);
});

const hasPage = (key: string): boolean => parts.includes(`../../../games/${key}/web/index.ts`);

test('cribbage has a page', () => {
  expect(hasPage('cribbage')).toBe(true);
});

for (const [key, { reasons, options, presets }] of Object.entries(said.games).filter(([game]) => hasPage(game))) {
  test.each(LANGUAGES)(`every reason of ${key} has words in %s, and no others have`, (language) => {
    const { refusals } = gameIn(key, language);
    expect(Object.keys(refusals).sort()).toEqual([...reasons].sort());
  });

  test.each(LANGUAGES)(`every option of ${key} has a name in %s, and so has each of its values`, (language) => {
    const { options: named } = gameIn(key, language);
    const missing = fieldsOf(options as JsonSchema).flatMap((field) => {
      const { path } = field;
      const values = field.kind === 'choice' ? field.choices.filter(({ value }) => !isText(named[path]?.values?.[value])) : [];
      return [...(isText(named[path]?.label) ? [] : [path]), ...values.map(({ value }) => `${path}: ${value}`)];
    });
    expect(missing).toEqual([]);
  });

  test.each(LANGUAGES)(`every preset of ${key} is explained in %s`, (language) => {
    const { presetLines = {} } = gameIn(key, language);
    expect(Object.keys(presetLines).sort()).toEqual([...presets].sort());
  });
}
