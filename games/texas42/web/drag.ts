// Lets the player drag a piece out of the hand, in addition to touches and keys.

import { drawnAt } from '$shell/stage/drawn';

/** The distance that a piece must be dragged up to be played, in heights of the piece. */
const FAR = 0.6;
/** The distance that a finger may slip during a touch, in pixels. */
const SLIP = 10;

/** The piece follows the pointer. Released far enough above the hand it is played, otherwise it falls back. */
export function draggable(play: () => void) {
  return (element: HTMLElement): (() => void) => {
    let start: { x: number; y: number; drawn: number } | null = null;
    let moved = false;

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY, drawn: drawnAt() };
      moved = false;
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const [x, y] = [(event.clientX - start.x) / start.drawn, (event.clientY - start.y) / start.drawn];
      if (!moved && Math.hypot(x, y) < SLIP) return;
      if (!moved) element.setPointerCapture(event.pointerId);
      moved = true;
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.zIndex = '5';
    };
    const up = (event: PointerEvent) => {
      const far = start !== null && moved && start.y - event.clientY > element.getBoundingClientRect().height * FAR;
      back();
      if (far) play();
    };
    const back = () => {
      start = null;
      element.style.transform = '';
      element.style.zIndex = '';
    };
    /** The end of a drag is not a click. */
    const click = (event: MouseEvent) => {
      if (!moved) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      moved = false;
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', back);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', back);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
