// What a double click means where one click acts.

/**
 * Whether it is the second click of a double click. It was meant for what lay there before the first one: where a click
 * acts at once, something else may lie under the pointer by now. Keys count no clicks.
 */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 0 && detail % 2 === 0;

/** Lets no second click through to what is inside. */
export function takesFirstClicks(element: HTMLElement): () => void {
  const stop = (event: MouseEvent) => {
    if (!isSecondClick(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener('click', stop, { capture: true });
  return () => element.removeEventListener('click', stop, { capture: true });
}
