import { expect, test } from 'vitest';
import { formsOf, type Terms } from '$shell/terms/terms';
import { readRules, type Block, type Inline } from './markdown';

test('the rules are read block by block', () => {
  const text = '# Cribbage\n\nTwo lines\nof **crib** text.\n\n- one\n- **two** and\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```text cribbage\nhand: 5H 5S\ncrib: true\n= 8: 2 + 6\n= takes 6-6\n```\n';
  expect(readRules(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Cribbage' },
    { kind: 'paragraph', text: [{ text: 'Two lines of ' }, { text: 'crib', strong: true }, { text: ' text.' }] },
    { kind: 'list', items: [[{ text: 'one' }], [{ text: 'two', strong: true }, { text: ' and' }]] },
    { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
    { kind: 'example', game: 'cribbage', asked: { hand: '5H 5S', crib: true }, total: 8 },
  ]);
});

test.each(['#### deep', '> quoted', '1. first', 'a [link](/)', 'an *italic* word', 'an **open word', '```rust\nlet a;\n```', '```text cribbage\nhand: 5H\n```', '```text cribbage\nnothing\n= 1\n```', '- one\nmore', '# Title\ntext', '```text cribbage\n= 1'])(
  'what nothing would draw is refused: %s',
  (text) => {
    expect(() => readRules(text)).toThrow();
  },
);

const files = import.meta.glob<Block[]>('../../../games/*/rules/*.md', { eager: true, import: 'default' });
const catalogues = import.meta.glob<{ terms: Terms }>('../../../games/*/web/words/*.ts', { eager: true, import: 'words' });

const inlinesOf = (block: Block): Inline[] =>
  block.kind === 'paragraph' ? [block.text] : block.kind === 'list' ? block.items : block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [];

const rulesOf = (catalogue: string): string => catalogue.replace('/web/words/', '/rules/').replace('.ts', '.md');

test('every game has rules in both languages', () => {
  const games = new Set(Object.keys(files).map((file) => file.replace(/\w+\.md$/, '')));
  expect(Object.keys(files).toSorted()).toEqual([...games].flatMap((game) => [`${game}en.md`, `${game}es.md`]).toSorted());
});

// Only a game with a part of the page has a glossary.
test.each(Object.entries(catalogues))('the rules beside %s explain every word of its glossary once', (catalogue, { terms }) => {
  const blocks = files[rulesOf(catalogue)] ?? [];
  const inlines = blocks.flatMap(inlinesOf);
  const forms = Object.values(terms).map(formsOf);
  const explained = inlines.flat().filter(({ strong }) => strong).map(({ text }) => text.toLowerCase());
  for (const word of explained) expect(forms.flat(), 'a special word of the rules must be in the glossary').toContain(word);
  expect(new Set(explained).size, 'each word must be explained once').toBe(explained.length);
  const text = ` ${[...inlines.map((inline) => inline.map((piece) => piece.text).join('')), ...blocks.map((block) => (block.kind === 'heading' ? block.text : ''))].join(' ').toLowerCase()} `;
  for (const words of forms) expect(words.some((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(text)), `the rules must mention ${words[0]}`).toBe(true);
});
