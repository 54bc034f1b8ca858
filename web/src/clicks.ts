// Ignores the second click of a double click on elements that act on a single click.

/**
 * Whether this is the second click of a double click. It was meant for the element that was there before the first click, which may
 * have been replaced since. A press of a key is never one.
 */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 0 && detail % 2 === 0;

/** Stops second clicks before they reach the elements inside this one. */
export function takesFirstClicks(element: HTMLElement): () => void {
  const stop = (event: MouseEvent) => {
    if (!isSecondClick(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener('click', stop, { capture: true });
  return () => element.removeEventListener('click', stop, { capture: true });
}
