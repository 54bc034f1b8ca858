// Keeps the focus inside the table when the focused card or button disappears, for players who use the keyboard.

/** Selectors to focus when the focused element disappears; the first match wins. */
const INSTEAD = ['[data-continue]', '[data-card], [data-domino], [data-die]', '.action:not([aria-disabled="true"])'];

/** Keeps the focus inside this element until the returned function is called. */
export function keepFocus(table: HTMLElement): () => void {
  let inside = false;
  /** Whether the table itself holds the focus because no selector matched. */
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
