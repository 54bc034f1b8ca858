// The lessons of the games. Each is loaded when it is opened.

import type { AnyStep } from './lesson';

const steps = import.meta.glob<AnyStep[]>('../../../games/*/web/lesson/steps.ts', { import: 'steps' });
const sentences = import.meta.glob<Record<string, string>>('../../../games/*/web/lesson/[a-z][a-z].ts', { import: 'words' });

/** Whether this game has a lesson. */
export const hasLesson = (game: string): boolean => `../../../games/${game}/web/lesson/steps.ts` in steps;

export async function loadSteps(game: string): Promise<AnyStep[] | undefined> {
  return steps[`../../../games/${game}/web/lesson/steps.ts`]?.();
}

/** The sentences of a lesson in this language, or in English. */
export async function loadSentences(game: string, language: string): Promise<Record<string, string>> {
  const file = (code: string) => sentences[`../../../games/${game}/web/lesson/${code}.ts`];
  return (await (file(language) ?? file('en'))?.()) ?? {};
}
