import { expect, test } from 'vitest';
import { headword, piecesOf, type Terms } from './terms';

const TERMS: Terms = {
  skunk: ['skunk|skunked', 'To lose far behind.'],
  double: ['double skunk', 'To lose farther behind.'],
  go: ['go', 'Nothing can be played.'],
};

const marked = (text: string) => piecesOf(text, TERMS).map(({ text: part, key }) => (key ? `[${key}:${part}]` : part));

test('special words are found in every form, and only as whole words', () => {
  expect(marked('Ann is skunked. Gone, ago, go.')).toEqual(['Ann is ', '[skunk:skunked]', '. Gone, ago, ', '[go:go]', '.']);
});

test('the longest word wins, and each term is marked once', () => {
  expect(marked('A Double skunk is no skunk, and a skunk is a skunk')).toEqual(['A ', '[double:Double skunk]', ' is no ', '[skunk:skunk]', ', and a skunk is a skunk']);
});

test('a sentence without a term stays in one piece', () => {
  expect(piecesOf('Ann deals.', TERMS)).toEqual([{ text: 'Ann deals.' }]);
  expect(piecesOf('Go', {})).toEqual([{ text: 'Go' }]);
});

test('a term is listed by its first form', () => {
  expect(headword(['skunk|skunked', ''])).toBe('skunk');
});

const files = import.meta.glob<{ terms: Terms; name: string }>('../../../games/*/web/words/*.ts', { eager: true, import: 'words' });

test.each(Object.keys(files))('the terms of %s are well formed', (file) => {
  const terms: Terms = files[file]?.terms ?? {};
  expect(Object.keys(terms).length).toBeGreaterThan(8);
  const forms = Object.values(terms).flatMap(([words]) => words.toLowerCase().split('|'));
  expect(new Set(forms).size, 'no word has two meanings').toBe(forms.length);
  for (const [words, means] of Object.values(terms)) {
    expect(words).not.toMatch(/[.*+?()[\]\\]/);
    // One or two sentences that fit on the card.
    expect(means).toMatch(/^\p{Lu}.*\.$/u);
    expect(means.length).toBeLessThan(190);
  }
});
