// What somebody has practised: wrong answers come again soon, known ones late.
//
// Questions lie in boxes (after Leitner). A wrong one goes into the first box and comes again after a few
// others, each right answer moves it one box on, and what leaves the last box is known. Time is counted in
// answers, not days. Everything is plain data of bounded size, and nothing here knows a page.

import type { Given, Seen } from './part';

/** After so many other answers the questions of a box come again. */
const WAITS = [3, 8, 20, 60, 180];

/** What was right at first sight lies in this box: it may come again, but late. */
const FIRST_SIGHT = 3;

/** So many questions of a drill are remembered; the best known are forgotten first. */
export const MOST_KEPT = 240;

/** A question that was answered: its box, and the number of the answer after which it is due. */
export type Place = [box: number, due: number];

/** How one stands in a drill. */
export interface Standing {
  answered: number;
  right: number;
  /** Right answers in a row: now, and at most. */
  streak: number;
  longest: number;
  /** What all answers gave away. */
  cost: number;
  /** Answers that were timed, and how many seconds they took. */
  timed: number;
  seconds: number;
  seen: Seen;
  boxes: Record<string, Place>;
}

export const nothing = (): Standing => ({ answered: 0, right: 0, streak: 0, longest: 0, cost: 0, timed: 0, seconds: 0, seen: {}, boxes: {} });

/** A short name of a question that stays the same as long as the question does. */
export function nameOf(ask: unknown): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(ask)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The standing after an answer. */
export function after(before: Standing, name: string, given: Given, right: boolean, seconds: number | null): Standing {
  const answered = before.answered + 1;
  const streak = right ? before.streak + 1 : 0;
  const { [name]: place, ...others } = before.boxes;
  const next = !right ? 0 : place === undefined ? FIRST_SIGHT : place[0] + 1;
  const wait = WAITS[next];
  const boxes = wait === undefined ? others : { ...others, [name]: [next, answered + wait] as Place };
  return {
    answered,
    right: before.right + (right ? 1 : 0),
    streak,
    longest: Math.max(before.longest, streak),
    cost: before.cost + Math.max(given.cost, 0),
    timed: before.timed + (seconds === null ? 0 : 1),
    seconds: before.seconds + (seconds ?? 0),
    seen: added(before.seen, given.seen ?? (given.kind === undefined ? {} : { [given.kind]: [right ? 1 : 0, 1] })),
    boxes: bounded(boxes),
  };
}

function added(before: Seen, more: Seen): Seen {
  const sum = { ...before };
  for (const [kind, [seen, of]] of Object.entries(more)) {
    const [known, all] = sum[kind] ?? [0, 0];
    sum[kind] = [known + seen, all + of];
  }
  return sum;
}

/** Forgets what is known best where there is too much. */
function bounded(boxes: Record<string, Place>): Record<string, Place> {
  const all = Object.entries(boxes);
  if (all.length <= MOST_KEPT) return boxes;
  return Object.fromEntries(all.sort(([, [box, due]], [, [other, later]]) => box - other || due - later).slice(0, MOST_KEPT));
}

/**
 * The question that comes next, by its place in `names`: one that is due, else a new one, else the one that is due first. The one
 * that was just answered does not come again at once.
 */
export function nextOf(names: string[], standing: Standing, last: string | null, random: () => number): number {
  const places = names.map((name, place) => ({ name, place, due: standing.boxes[name]?.[1] })).filter(({ name }) => names.length === 1 || name !== last);
  const known = places.filter(({ due }) => due !== undefined).sort((one, other) => (one.due ?? 0) - (other.due ?? 0));
  const [first] = known;
  if (first && (first.due ?? 0) <= standing.answered) return first.place;
  const fresh = places.filter(({ due }) => due === undefined);
  return (fresh[Math.floor(random() * fresh.length)] ?? first)?.place ?? 0;
}

/** The shares of what was seen, the lowest first; too little tells nothing. */
export function shares(seen: Seen, least = 4): { kind: string; share: number; of: number }[] {
  return Object.entries(seen)
    .filter(([, [, of]]) => of >= least)
    .map(([kind, [known, of]]) => ({ kind, share: known / of, of }))
    .sort((one, other) => one.share - other.share);
}

/** Everything remembered, by drill, from the stored text; what cannot be read is left out. */
export function read(stored: string | null): Record<string, Standing> {
  try {
    const all: unknown = JSON.parse(stored ?? '{}');
    if (typeof all !== 'object' || all === null) return {};
    return Object.fromEntries(Object.entries(all).flatMap(([drill, standing]) => (isStanding(standing) ? [[drill, standing]] : [])));
  } catch {
    return {};
  }
}

function isStanding(value: unknown): value is Standing {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(nothing()).every(([field, zero]) => typeof fields[field] === typeof zero && fields[field] !== null);
}
