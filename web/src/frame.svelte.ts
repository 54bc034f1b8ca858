// Whether the page around the screen is hidden: a running game fills the window.

import { untrack } from 'svelte';

let asked = $state(0);

export const frame = {
  get full(): boolean {
    return asked > 0;
  },
};

function change(by: number): void {
  untrack(() => {
    asked += by;
    document.documentElement.toggleAttribute('data-full', frame.full);
  });
}

/** Hides the page's header until the returned function is called. */
export function fullScreen(): () => void {
  change(1);
  return () => change(-1);
}
