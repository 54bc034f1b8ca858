// Finds the drills of the games by their paths, and loads their questions from the house.

import { getJson } from '$shell/house/api';
import { belongsTo } from '$shell/terms/terms';
import type { DrillList, GameDrills, Practice } from './part';
import { words as english, type Words } from './words/en';
import { words as spanish } from './words/es';

const lists = import.meta.glob<DrillList>('../../../games/*/web/drills/list.ts', { eager: true, import: 'list' });
const parts = import.meta.glob<GameDrills>('../../../games/*/web/drills/index.ts', { import: 'part' });

/** The drills of every game. */
export const LISTS: DrillList[] = Object.values(lists);

export const listOf = (game: string): DrillList | undefined => LISTS.find((list) => list.game === game);

/** The page's own words for drills, by language. */
export const WORDS: Record<string, Words> = { en: english, es: spanish };

/** Loads a game's part of its drills; undefined if the page has none. */
export async function loadDrills(game: string): Promise<GameDrills | undefined> {
  const part = await parts[`../../../games/${game}/web/drills/index.ts`]?.();
  for (const { game: words } of Object.values(part?.words ?? {})) belongsTo(words.terms, game);
  return part;
}

const asked = new Map<string, Promise<Practice>>();

/** The questions of a drill. They are loaded once. */
export function practiceOf(game: string, drill: string): Promise<Practice> {
  const path = `/api/drills/${game}/${drill}`;
  let practice = asked.get(path);
  if (practice === undefined) {
    practice = getJson<Practice>(path);
    asked.set(path, practice);
    practice.catch(() => asked.delete(path));
  }
  return practice;
}
