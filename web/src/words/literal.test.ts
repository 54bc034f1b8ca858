// No component has words of its own: all of them come from a catalogue, so that every language says everything.

import { expect, test } from 'vitest';

const components = import.meta.glob<string>(['../**/*.svelte', '../../../games/*/web/**/*.svelte'], { eager: true, query: '?raw', import: 'default' });

/** What is the same in every language. */
const NAMES = /^(· )?Tallyhouse:?$/;

/** Attributes that somebody reads or hears. */
const READ = /\s(?:aria-label|aria-description|title|alt|placeholder|label)="([^"]*)"/g;

/** Takes away what stands in braces, however deep. */
function withoutBraces(text: string): string {
  let depth = 0;
  let rest = '';
  for (const letter of text) {
    if (letter === '{') depth += 1;
    if (depth === 0) rest += letter;
    if (letter === '}') depth -= 1;
  }
  return rest;
}

/** The words that stand in a component's markup as they are. */
function literalsOf(source: string): string[] {
  const markup = source.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, '');
  const bare = withoutBraces(markup);
  const read = [...bare.matchAll(READ)].map(([, text = '']) => text);
  // What is left between two tags is text; an arrow inside a tag went with its braces.
  const between = bare.replace(/<[^>]*>/g, '\n').split('\n');
  return [...read, ...between].map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text) && !NAMES.test(text));
}

test('words are found in a component', () => {
  const source = '<script>const a = "No";</script><!-- No --><p title="Yes" class="no" onclick={() => a > 1}>{no({ a })} Yes {#if a}Yes{/if}</p>';
  expect(literalsOf(source)).toEqual(['Yes', 'Yes Yes']);
});

test('there are components of the shell and of the games', () => {
  expect(Object.keys(components).filter((file) => file.includes('games/')).length).toBeGreaterThan(20);
  expect(Object.keys(components).length).toBeGreaterThan(60);
});

test.each(Object.keys(components))('%s has no words of its own', (file) => {
  expect(literalsOf(components[file] ?? '')).toEqual([]);
});
