// Only catalogues may have words: all texts of the page come from them, so that every language has every
// text. This looks in the parsed sources, both markup and scripts, for texts that a reader would see.

import { expect, test } from 'vitest';
import { childrenOf, isNode, isNoText, nodesIn, parsed, quasi, textOf, type Node } from './parsed';

const sources = import.meta.glob<string>(
  ['../**/*.{svelte,ts}', '../../../games/*/web/**/*.{svelte,ts}', '!../**/*.test.ts', '!../../../games/*/web/**/*.test.ts', '!../protocol/**', '!./parsed.ts'],
  { eager: true, query: '?raw', import: 'default' },
);

/** Whether a file is a catalogue of one language or of all languages. */
const isCatalogue = (file: string): boolean => /\/(en|es)\.ts$|\/tile\.ts$|\/drills\/list\.ts$/.test(file);

/** Names that are the same in every language. */
const NAMES = /^[·\s]*Tallyhouse:?$/;

/** Attributes that are shown or read aloud. */
const READ = /^(aria-label|aria-description|aria-valuetext|aria-roledescription|title|alt|placeholder|label)$/;

/** Whether a text has a word that is not a name. */
const isWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.test(text.trim());

/** Whether a text in a script looks as if it were for people: it begins like a sentence, or has several words. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}+(?=[\s.,:!?…]|$)|^[\p{L}’',]+ [\p{L}’',]+ [\p{L}’',.!?]+/u.test(text.trim()) && !NAMES.test(text.trim());

/** Names of keys, of requests and of other parts of the browser's interface. */
const OF_THE_BROWSER = /^(Enter|Escape|Esc|Tab|Home|End|Delete|Backspace|Bearer|Infinity|io server disconnect)$/;

/** The texts that an expression may produce: its own text, those of its branches, and the parts that it joins. */
function comesTo(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [...nodesIn(node.quasis).map(quasi), ...nodesIn(node.expressions).flatMap(comesTo)];
    case 'ConditionalExpression':
      return [...nodesIn(node.consequent), ...nodesIn(node.alternate)].flatMap(comesTo);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['??', '||', '&&', '+'].includes(String(node.operator)) ? [...nodesIn(node.left), ...nodesIn(node.right)].flatMap(comesTo) : [];
    case 'ArrayExpression':
      return nodesIn(node.elements).flatMap(comesTo);
    default:
      return [];
  }
}

/** The words in an attribute or in the text between tags. */
const readIn = (value: unknown): string[] =>
  nodesIn(value).flatMap((part) => (part.type === 'Text' ? [String(part.data)] : part.type === 'ExpressionTag' ? nodesIn(part.expression).flatMap(comesTo) : [])).filter(isWord);

/** Whether a call is to the console, or finds elements by a selector. */
const isOfTheBrowser = ({ object, property }: Node): boolean =>
  (isNode(object) && object.name === 'console') || (isNode(property) && /^(matches|closest|querySelector(All)?)$/.test(String(property.name)));

/** The texts for readers that a source contains literally. */
function literalsOf(source: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isNoText(node)) return;
    // The message of an error is for developers and never shown.
    if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'Error') return;
    if (node.type === 'CallExpression' && isNode(node.callee) && isOfTheBrowser(node.callee)) return;
    // A refusal that the page creates has a code; its message is for programs.
    if (node.type === 'ObjectExpression' && nodesIn(node.properties).some(({ key }) => isNode(key) && key.name === 'code')) return;
    if (node.type === 'Attribute') {
      if (READ.test(String(node.name))) found.push(...readIn(node.value));
      // A class or the path of a drawing has no text for readers; the handler of an event may have one.
      for (const { expression } of nodesIn(node.value)) if (isNode(expression)) visit(expression);
      return;
    }
    if (node.type === 'Fragment') found.push(...readIn(node.nodes));
    const text = textOf(node);
    if (text !== null && isSentence(text) && !OF_THE_BROWSER.test(text.trim())) found.push(text);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parsed(source, file));
  return [...new Set(found.map((text) => text.trim()))];
}

const FOUND: [source: string, texts: string[]][] = [
  ['<p title="Yes" class="no">{no({ a })} Yes {#if a}Yes again{/if}</p><!-- No -->', ['Yes', 'Yes again']],
  ["<p>{a ? 'play' : 'stop'}</p>", ['play', 'stop']],
  ['<p aria-label={a ?? `play ${b}`} class={a ? "large" : "small"}></p>', ['play']],
  ["<script>const label = a === 'x' ? 'Play' : 'play the card now';</script><p>{label}</p>", ['Play', 'play the card now']],
  ["<p>{said('Play on')}</p><button onclick={() => (text = 'You win')}>{go}</button>", ['Play on', 'You win']],
];

test.each(FOUND)('the words of %s are found', (source, texts) => {
  expect(literalsOf(source, 'a.svelte').sort()).toEqual([...texts].sort());
});

test('texts that are not for people are not found', () => {
  const source = `import a from 'Some file here'; const b = { 'data-x': 'one-two' }; if (b.key === 'Enter') throw new Error('This cannot be'); type C = 'One' | 'Two';`;
  expect(literalsOf(source, 'a.ts')).toEqual([]);
});

const files = Object.keys(sources).filter((file) => !isCatalogue(file));

test('there are sources of the shell and of the games', () => {
  expect(files.filter((file) => file.includes('games/')).length).toBeGreaterThan(60);
  expect(files.length).toBeGreaterThan(150);
});

test.each(files)('%s has no words of its own', (file) => {
  expect(literalsOf(sources[file] ?? '', file)).toEqual([]);
});
