// Keeps the focus at the table: a player who uses keys never falls out of it when a card or a button is gone.

/** What is focused in place of something that is gone, the first of these that there is. */
const INSTEAD = ['[data-continue]', '[data-card], [data-domino], [data-die]', '.action:not([aria-disabled="true"])'];

/** For the element of the table. */
export function keepFocus(table: HTMLElement): () => void {
  let inside = false;
  /** Whether the table itself holds the focus for want of anything better. */
  let waits = false;
  const onFocus = (event: FocusEvent) => {
    inside = event.target instanceof Node && table.contains(event.target);
    if (event.target !== table) waits = false;
  };
  const onPointer = (event: PointerEvent) => {
    if (event.target instanceof Node && !table.contains(event.target)) inside = false;
  };
  const observer = new MutationObserver(() => {
    const lost = document.activeElement === document.body || (waits && document.activeElement === table);
    if (!inside || !lost) return;
    const next = INSTEAD.map((what) => table.querySelector<HTMLElement>(what)).find((found) => found !== null);
    waits = !next;
    (next ?? table).focus({ preventScroll: true });
  });
  observer.observe(table, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPointer);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPointer);
  };
}
