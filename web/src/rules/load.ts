// Loads the rules of a game when they are opened.

import type { Block } from './markdown';

const files = import.meta.glob<Block[]>('../../../games/*/rules/*.md', { import: 'default' });

/** The rules in this language, or in English; undefined if there is no such game. */
export async function loadRules(game: string, language: string): Promise<Block[] | undefined> {
  const file = (code: string) => files[`../../../games/${game}/rules/${code}.md`];
  return (file(language) ?? file('en'))?.();
}
