// What the one ready action is: never one that throws something good away, or fails a round that
// can still be passed.

import type { Run } from './wire';

export type Ready = 'roll' | 'score' | 'free';

/** `thrown` is how many dice would be thrown now, `canThrow` whether any may be. */
export function readyFor(preview: Run['preview'], canThrow: boolean, thrown: number): Ready {
  if (!canThrow || preview?.passes) return 'score';
  return thrown > 0 ? 'roll' : 'free';
}
