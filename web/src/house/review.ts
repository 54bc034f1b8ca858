// What the decisions of a finished game cost. The house takes its time for it and says how far it is.

import type { Review } from '$shell/protocol/messages';
import { getOfTable } from './api';
import { pause } from './connection.svelte';

export interface Underway {
  done: number;
  of: number;
}

/** As the house asks for. */
const BETWEEN_MILLIS = 1_000;

/** Asks until the review is there; null if nobody wants it any more. */
export async function loadReview(code: string, game: number, signal: AbortSignal, progress: (underway: Underway) => void): Promise<Review | null> {
  while (!signal.aborted) {
    const answer = await getOfTable<Review | Underway>(code, `review?game=${game}`);
    if ('decisions' in answer) return answer;
    progress(answer);
    await pause(BETWEEN_MILLIS);
  }
  return null;
}
