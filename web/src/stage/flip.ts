// Moves pieces from their old positions to their new ones, using only `transform` and `opacity`, so that
// no movement causes a layout.

import type { Movement } from '$shell/game/part';
import { drawnAt } from './drawn';

const MOVE_MILLIS = 280;
/** The delay between pieces that move together, like cards from a dealer's hand. */
const AFTER_EACH_MILLIS = 55;
/** The latest start of a piece, however many pieces there are. */
const STARTED_MILLIS = 330;
const EASE = 'cubic-bezier(0.25, 0.8, 0.3, 1)';

interface Spot {
  box: DOMRect;
  /** The element, which still exists here after the page has removed it. */
  element: HTMLElement;
}

export interface Places {
  pieces: Map<string, Spot>;
  places: Map<string, DOMRect>;
}

/** All visible elements with an attribute. Elements that this screen does not show are left out. */
const all = (attribute: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`#table [${attribute}]`)].filter((element) => element.getClientRects().length > 0);

/** Measures where all pieces and places are now. */
export function measure(): Places {
  const pieces = new Map(all('data-piece').map((element) => [element.dataset.piece ?? '', { box: element.getBoundingClientRect(), element }]));
  return { pieces, places: placesNow() };
}

const placesNow = () => new Map(all('data-place').map((element) => [element.dataset.place ?? '', element.getBoundingClientRect()]));

/** Moves every piece from its old position; resolves when all have arrived. */
export async function movePieces(before: Places, moves: Movement[]): Promise<void> {
  // Everything is measured before the first movement starts; measuring between the starts would cause a layout each time.
  const { pieces: now, places: after } = measure();
  const places = new Map([...before.places, ...after]);
  const from = new Map(moves.flatMap((move) => ('from' in move ? [[move.piece, move] as const] : [])));
  const flights: Flight[] = [];
  const drawn = drawnAt();
  let started = 0;
  const delay = () => Math.min(started++ * AFTER_EACH_MILLIS, STARTED_MILLIS);

  // New pieces from a place come first, in the order of the events.
  const fresh = [...from.keys()].filter((piece) => now.has(piece) && !before.pieces.has(piece));
  for (const piece of fresh) {
    const [spot, move] = [now.get(piece), from.get(piece)];
    const box = move && places.get(move.from);
    if (spot && box) flights.push(...slide(spot, box, delay(), move.turned ?? false, drawn));
  }
  for (const [piece, spot] of now) {
    const was = before.pieces.get(piece);
    const move = from.get(piece);
    // An event may name the origin of a piece that was drawn elsewhere before.
    if (was && !fresh.includes(piece)) flights.push(...slide(spot, (move && places.get(move.from)) ?? was.box, 0, false, drawn));
  }
  const pictures = document.createElement('div');
  const gone = new Set([...before.pieces.keys()].filter((piece) => !now.has(piece)));
  for (const move of moves) {
    const box = 'to' in move ? places.get(move.to) : undefined;
    if (!box) continue;
    // A piece with its own movement does not follow the others.
    const named = new Set(moves.flatMap((other) => ('to' in other ? [other.piece] : [])));
    const leaving = move.piece === '*' ? [...gone].filter((piece) => !named.has(piece)) : [move.piece].filter((piece) => gone.has(piece));
    for (const piece of leaving) {
      const was = before.pieces.get(piece);
      if (was) flights.push(sweep(was, box, move.piece === '*' ? 0 : delay(), pictures));
    }
  }
  await fly(flights, pictures);
}

/** One movement of a piece. */
interface Flight {
  element: HTMLElement;
  frames: Keyframe[];
  delay: number;
}

/**
 * Starts all movements. An element that gains or loses a transform causes a layout, which must not happen while others
 * move. So all elements are announced to the browser (`willChange`) before the first starts, and released after the last has arrived.
 */
async function fly(flights: Flight[], pictures: HTMLElement): Promise<void> {
  const others = movingByThemselves();
  for (const { element } of flights) element.style.willChange = 'transform, opacity';
  if (pictures.firstChild) document.body.append(pictures);
  const arrivals = flights.map(({ element, frames, delay }) => {
    const animation = element.animate(frames, { duration: MOVE_MILLIS, delay, easing: EASE, fill: 'both' });
    return animation.finished.then(
      () => animation,
      () => null,
    );
  });
  const [arrived] = await Promise.all([Promise.all(arrivals), Promise.all(others)]);
  for (const { element } of flights) element.style.willChange = '';
  pictures.remove();
  for (const animation of arrived) animation?.cancel();
}

/** The animations that a game starts by itself, such as a climbing peg or a tumbling die. */
function movingByThemselves(): Promise<unknown>[] {
  const running = document.getElementById('table')?.getAnimations({ subtree: true }) ?? [];
  // Animations of style sheets are left out, because they may be endless.
  const scripted = running.filter((animation) => !(animation instanceof CSSTransition) && !(animation instanceof CSSAnimation) && animation.playState === 'running');
  return scripted.map((animation) => animation.finished.catch(() => null));
}

function slide({ element, box: to }: Spot, from: DOMRect, delay: number, turned: boolean, drawn: number): Flight[] {
  const [x, y] = [(middle(from).x - middle(to).x) / drawn, (middle(from).y - middle(to).y) / drawn];
  const scale = to.width > 0 ? Math.max(0.2, Math.min(from.width / to.width, from.height / to.height)) : 1;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02 && !turned) return [];
  const start = `translate(${x}px, ${y}px) scale(${scale})`;
  const frames = turned
    ? [{ transform: `${start} rotateY(90deg)` }, { transform: `translate(${x / 2}px, ${y / 2}px) rotateY(45deg)` }, { transform: 'none' }]
    : [{ transform: start }, { transform: 'none' }];
  return [{ element, frames, delay }];
}

/** Moves a copy of a piece that has disappeared from the table. */
function sweep({ box, element }: Spot, to: DOMRect, delay: number, pictures: HTMLElement): Flight {
  const picture = element.cloneNode(true) as HTMLElement;
  picture.removeAttribute('data-piece');
  picture.removeAttribute('data-card');
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('inert', '');
  const place = { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` };
  Object.assign(picture.style, { ...place, position: 'fixed', margin: '0', zIndex: '7', pointerEvents: 'none' });
  picture.style.setProperty('--card-width', place.width);
  picture.style.setProperty('--piece-height', place.height);
  pictures.append(picture);
  const [x, y] = [middle(to).x - middle(box).x, middle(to).y - middle(box).y];
  const near = `translate(${x * 0.85}px, ${y * 0.85}px) scale(0.75)`;
  // A copy that arrives early is invisible until all copies are removed together.
  const frames = [{ transform: 'none', opacity: 1 }, { transform: near, opacity: 0.8, offset: 0.8 }, { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0 }];
  return { element: picture, frames, delay };
}

const middle = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 });
