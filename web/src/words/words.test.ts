// Every language says everything: the shell's catalogues and those of each game.

import { expect, test } from 'vitest';

type Catalogue = Record<string, unknown>;

const files = import.meta.glob<Catalogue>(['./[a-z][a-z].ts', '../../../games/*/web/words/*.ts'], { eager: true, import: 'words' });

/** Folders by place, each with its languages. */
const folders = new Map<string, Map<string, Catalogue>>();
for (const [file, catalogue] of Object.entries(files)) {
  const [, folder = '', language = ''] = /^(.*)\/([a-z]{2})\.ts$/.exec(file) ?? [];
  folders.set(folder, (folders.get(folder) ?? new Map()).set(language, catalogue));
}

const REQUIRED = ['en', 'es'];

/** What may be left out, because the house's own words stand in: they are English. */
const OPTIONAL = /^(presets|options)\b/;

/** The keys of a catalogue with the kind of each text. */
function keysOf(value: unknown, path = ''): string[] {
  if (OPTIONAL.test(path)) return [];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  const keys = Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path ? `${path}.${key}` : key));
  return keys.sort();
}

test('there are catalogues of the shell and of the games', () => {
  expect(folders.size).toBeGreaterThan(1);
});

test.each([...folders.keys()])('%s has every key in every language', (folder) => {
  const languages = folders.get(folder);
  const english = keysOf(languages?.get('en'));
  expect(english.length).toBeGreaterThan(5);
  for (const language of REQUIRED) expect(keysOf(languages?.get(language)), language).toEqual(english);
});

test.each([...folders.keys()])('%s has no empty text', (folder) => {
  for (const [language, catalogue] of folders.get(folder) ?? []) {
    const texts = JSON.stringify(catalogue, (_, value: unknown) => (value === '' ? 'EMPTY' : value));
    expect(texts, language).not.toContain('EMPTY');
  }
});
