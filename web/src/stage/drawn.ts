// How large the table is drawn.

/** The ratio of the table on the screen to its layout: below 1 in a window that is too small for the text; see `Screen.svelte`. A movement is measured on the screen and made in the layout. */
export function drawnAt(): number {
  const table = document.getElementById('table');
  return table && table.offsetWidth > 0 ? table.getBoundingClientRect().width / table.offsetWidth : 1;
}
