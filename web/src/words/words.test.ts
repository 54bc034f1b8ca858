// Every language says everything: the shell's catalogues and those of each game.

import { expect, test } from 'vitest';

type Catalogue = Record<string, unknown>;

const files = import.meta.glob<Catalogue>(
  ['./[a-z][a-z].ts', '../drill/words/*.ts', '../../../games/*/web/words/*.ts', '../../../games/*/web/drills/words/*.ts', '../../../games/*/web/lesson/[a-z][a-z].ts'],
  { eager: true, import: 'words' },
);

/** Folders by place, each with its languages. */
const folders = new Map<string, Map<string, Catalogue>>();
for (const [file, catalogue] of Object.entries(files)) {
  const [, folder = '', language = ''] = /^(.*)\/([a-z]{2})\.ts$/.exec(file) ?? [];
  folders.set(folder, (folders.get(folder) ?? new Map()).set(language, catalogue));
}

const REQUIRED = ['en', 'es'];

/** What may be left out in English, because the house's own words stand in. */
const OPTIONAL = /^presets\b/;

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

test.each([...folders.keys()].filter((folder) => /games\/\w+\/web\/words$/.test(folder)))('%s names every kind of game in Spanish', (folder) => {
  const { presets, presetLines } = folders.get(folder)?.get('es') as { presets: Catalogue; presetLines: Catalogue };
  expect(Object.keys(presets).sort()).toEqual(Object.keys(presetLines).sort());
});

/** Words that are the same in both languages: names, and what a player says in English anyway. */
const SAME = /^(Cribbage|Crib|crib|Texas 42|Muggins|Total|total|No|[Nn]ormal|nello|Enter|¿?Bot|bot|Color|[\d\W]+|[A-Z]|.{1,2}|plunge|splash|muggins|← →|1 … \d|(?:discard|play|count|muggins|bid|pass|trump|lay down|keep|throw|set|score|buy|leave|stop)\b.*|pone)$/;

/** The texts of a catalogue by their keys; a function is what its code is. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value).replace(/\s+/g, ' ')]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key));
}

test.each([...folders.keys()])('%s says nothing in English to who reads Spanish', (folder) => {
  const english = new Map(textsOf(folders.get(folder)?.get('en')));
  // Of a function its own words count, and it may have none.
  const wordsOf = (text: string) => (/=>|^function/.test(text) ? [...text.matchAll(/`([^`]*)`/g)].map(([, inner = '']) => inner.replace(/\$\{[^}]*\}/g, ' ').trim()) : [text]);
  const isEnglish = (text: string) => wordsOf(text).some((words) => /\p{L}{2}/u.test(words) && !SAME.test(words));
  const same = textsOf(folders.get(folder)?.get('es')).filter(([path, text]) => english.get(path) === text && isEnglish(text));
  expect(same).toEqual([]);
});
