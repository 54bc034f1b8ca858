// Chooses the primary action. It never throws something good away, and never fails a round that can
// still be passed.

import type { Run } from './wire';

export type Ready = 'roll' | 'score' | 'free';

/** `thrown` is the number of dice that would be rerolled now; `canThrow` says whether any reroll is allowed. */
export function readyFor(preview: Run['preview'], canThrow: boolean, thrown: number): Ready {
  if (!canThrow || preview?.passes) return 'score';
  return thrown > 0 ? 'roll' : 'free';
}
