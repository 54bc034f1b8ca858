// Loads the review of a finished game: the cost of each decision. The house needs time for it and reports its progress.

import type { Review } from '$shell/protocol/messages';
import { getOfTable } from './api';
import { pause } from './connection.svelte';

export interface Underway {
  done: number;
  of: number;
}

/** The pause between two requests that the house asks for. */
const BETWEEN_MILLIS = 1_000;

/** Asks until the review is ready; null if `signal` aborts it. */
export async function loadReview(code: string, game: number, signal: AbortSignal, progress: (underway: Underway) => void): Promise<Review | null> {
  while (!signal.aborted) {
    const answer = await getOfTable<Review | Underway>(code, `review?game=${game}`);
    if ('decisions' in answer) return answer;
    progress(answer);
    await pause(BETWEEN_MILLIS);
  }
  return null;
}
