// Finds the parts of the games by their paths. Tiles are loaded with the shell; the rest of a game is
// loaded when it is opened.

import { belongsTo } from '$shell/terms/terms';
import type { AnyPart, GameTile, GameWords } from './part';

const tiles = import.meta.glob<GameTile>('../../../games/*/web/tile.ts', { eager: true, import: 'tile' });
const parts = import.meta.glob<AnyPart>('../../../games/*/web/index.ts', { import: 'part' });

/** The games that the page can show. */
export const TILES: GameTile[] = Object.values(tiles);

export function tileOf(key: string): GameTile | undefined {
  return TILES.find((tile) => tile.key === key);
}

/** Loads a game's part; undefined if the page has none. */
export async function loadPart(key: string): Promise<AnyPart | undefined> {
  const load = parts[`../../../games/${key}/web/index.ts`];
  const part = await load?.();
  for (const { terms } of Object.values<GameWords>(part?.words ?? {})) belongsTo(terms, key);
  return part;
}

/** The words in this language, or in English. */
export function inLanguage<Words>(words: Record<string, Words>, language: string): Words {
  const found = words[language] ?? words.en;
  if (found === undefined) throw new Error('the catalogue has no English');
  return found;
}

/** The words of a part in this language. */
export function wordsOf(part: AnyPart, language: string): GameWords {
  return inLanguage<GameWords>(part.words, language);
}
