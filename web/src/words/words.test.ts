// Every language has every text, in the catalogues of the shell and of each game.

import { expect, test } from 'vitest';
import { childrenOf, isNode, isNoText, nodesIn, parsed, textOf, type Node } from './parsed';

type Catalogue = Record<string, unknown>;

const LANGUAGE = /^(.*)\/([a-z]{2})\.ts$/;

const files = import.meta.glob<Catalogue>(['../**/[a-z][a-z].ts', '../../../games/*/web/**/[a-z][a-z].ts'], { eager: true, import: 'words' });
const sources = import.meta.glob<string>(['../**/[a-z][a-z].ts', '../../../games/*/web/**/[a-z][a-z].ts'], { eager: true, query: '?raw', import: 'default' });
/** Small catalogues that have all languages in one file. */
const whole = import.meta.glob<{ words: Record<string, Catalogue> }>(['../../../games/*/web/tile.ts', '../../../games/*/web/drills/list.ts'], {
  eager: true,
  import: 'tile',
});
const lists = import.meta.glob<{ words: Record<string, Catalogue> }>('../../../games/*/web/drills/list.ts', { eager: true, import: 'list' });

/** The catalogues by folder, each with its languages. */
const folders = new Map<string, Map<string, Catalogue>>();
for (const [file, catalogue] of Object.entries(files)) {
  const [, folder = '', language = ''] = LANGUAGE.exec(file) ?? [];
  folders.set(folder, (folders.get(folder) ?? new Map()).set(language, catalogue));
}
for (const [file, has] of [...Object.entries(whole), ...Object.entries(lists)]) {
  if (has) folders.set(file, new Map(Object.entries(has.words)));
}

const REQUIRED = ['en', 'es'];

/** Keys that English may leave out, because the page then uses the house's own words. */
const OPTIONAL = /^presets\b/;

/** The keys of a catalogue with the kind of each text. */
function keysOf(value: unknown, path = ''): string[] {
  if (OPTIONAL.test(path)) return [];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  const keys = Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path ? `${path}.${key}` : key));
  return keys.sort();
}

test('there are catalogues of the shell and of the games', () => {
  const kinds = ['./', '../drill/words', '../history/words', 'cribbage/web/words', 'dice/web/lesson', 'texas42/web/drills/words', 'dice/web/tile.ts', 'cribbage/web/drills/list.ts'];
  const missing = kinds.filter((kind) => ![...folders.keys()].some((folder) => `${folder}/`.endsWith(kind) || folder.endsWith(kind) || (kind === './' && folder === '.')));
  expect(missing).toEqual([]);
});

test.each([...folders.keys()])('%s has every key in every language', (folder) => {
  const languages = folders.get(folder);
  const english = keysOf(languages?.get('en'));
  expect(english.length).toBeGreaterThan(1);
  for (const language of REQUIRED) expect(keysOf(languages?.get(language)), language).toEqual(english);
});

/** Second words for things that have a word already: a chair, a bot, a domino, the jack of the starter's suit. */
const SECOND_WORDS: Record<string, RegExp> = { en: /\btiles?\b|\bright jack is\b|'the right jack'/iu, es: /\bsillas?\b|\brobots?\b|[Ss]itio \$/iu };

test.each(Object.keys(sources))('%s calls everything by one word', (file) => {
  const [, , language = ''] = LANGUAGE.exec(file) ?? [];
  expect(SECOND_WORDS[language]?.exec(sources[file] ?? '')?.[0]).toBeUndefined();
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

/** Texts that are the same in both languages: names, typed commands, terms that players say in English, and the "has" of "has puntuado". */
const SAME = /^(Cribbage|Crib|crib|Texas 42|Muggins|Total|total|No|[Nn]ormal|nello|Enter|¿?Bot|bot|Color|Par|par|Bot \(|has|[\d\W]+|[A-Z]|.{1,2}|plunge|splash|muggins|← →|1 … \d|(?:discard|play|count|muggins|bid|pass|trump|lay down|keep|throw|set|score|buy|leave|stop)\b.*|pone)$/;

const isEnglish = (text: string): boolean => /\p{L}{2}/u.test(text) && !SAME.test(text);

/** The texts of a catalogue by their keys. Functions are checked in the source instead. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key));
}

test.each([...folders.keys()])('%s has no English text for readers of Spanish', (folder) => {
  const english = new Map(textsOf(folders.get(folder)?.get('en')));
  const same = textsOf(folders.get(folder)?.get('es')).filter(([path, text]) => english.get(path) === text && isEnglish(text));
  expect(same).toEqual([]);
});

/** Calls that inspect a text and do not show their argument. */
const ASKS = /^(replace|replaceAll|match|test|exec|startsWith|endsWith|includes|split|join)$/;

/**
 * The texts in a source, including parts of a sentence in a function or a constant. Texts that are compared, looked up or
 * searched for, and types, are left out.
 */
function literalsOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isNoText(node)) return;
    const { type, operator, callee } = node;
    if (type === 'BinaryExpression' && operator !== '+') return;
    if (type === 'CallExpression' && isNode(callee) && isNode(callee.property) && ASKS.test(String(callee.property.name))) return visit(callee);
    if (type === 'Property') return nodesIn(node.value).forEach(visit);
    if (type === 'SwitchCase') return nodesIn(node.consequent).forEach(visit);
    if (type === 'MemberExpression') return nodesIn(node.object).forEach(visit);
    const text = textOf(node);
    if (text !== null) found.push(text.trim());
    childrenOf(node).forEach(visit);
  };
  visit(parsed(source, 'words.ts'));
  return found.filter((text) => text !== '');
}

test('texts are found in functions and constants', () => {
  const source = "const A = { five: 'five' };\nexport const words = { play: (a) => (a === 'x' ? 'Play on' : `Stop ${a} now`) };";
  expect(literalsOf(source)).toEqual(['five', 'Play on', 'Stop', 'now']);
});

const inSpanish = Object.keys(sources).filter((file) => file.endsWith('/es.ts'));

test.each(inSpanish)('%s has no text of the English file beside it', (file) => {
  const english = new Set(literalsOf(sources[file.replace(/es\.ts$/, 'en.ts')] ?? ''));
  expect(english.size).toBeGreaterThan(5);
  const same = literalsOf(sources[file] ?? '').filter((text) => english.has(text) && isEnglish(text));
  expect([...new Set(same)]).toEqual([]);
});
