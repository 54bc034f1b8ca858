// Whether the list of keys is open, and which game's keys belong in it.

import type { GameWords } from './game/part';

export const keysOpen = $state({ value: false });

/** The words of the game at the open table. */
export const keysGame: { words: GameWords | null } = $state({ words: null });

/** Whether a key press is meant for something other than the table (a field, a dialog, the browser), or repeats while the key is held down. Only arrows repeat. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.repeat && !/^Arrow/.test(event.key)) return true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keysOpen.value) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, select, textarea') || target.closest('dialog') !== null;
}
