// Whether the page around the screen is hidden: a running game fills the window.

import { untrack } from 'svelte';

let asked = $state(0);

export const frame = {
  get full(): boolean {
    return asked > 0;
  },
};

/** Hides the page's own header until what is returned is called. */
export function fullScreen(): () => void {
  untrack(() => (asked += 1));
  return () => untrack(() => (asked -= 1));
}
