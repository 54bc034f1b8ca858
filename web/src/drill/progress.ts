// A player's practice: questions answered wrongly come again soon, known ones late.
//
// Questions are in Leitner boxes. A wrong answer puts a question into the first box, where it comes again
// after a few others; each right answer moves it to the next box, and a question that leaves the last box
// is known. Time is counted in answers, not days. All data is plain and bounded; this code knows no page.

import type { Given, Seen } from './part';

/** For each box, the number of answers after which its questions come again. */
const WAITS = [3, 8, 20, 60, 180];

/** The box for a question whose first answer was right: it may come again, but late. */
const FIRST_SIGHT = 3;

/** The maximum number of remembered questions of a drill; the best known are forgotten first. */
export const MOST_KEPT = 240;

/** The place of an answered question: its box, and the number of answers after which it is due. */
export type BoxPlace = [box: number, due: number];

/** The player's progress in a drill. */
export interface Standing {
  answered: number;
  right: number;
  /** The current run of right answers; `longest` is the longest one. */
  streak: number;
  longest: number;
  /** The total loss of all answers. */
  cost: number;
  /** The number of timed answers; `seconds` is the time that they took. */
  timed: number;
  seconds: number;
  seen: Seen;
  boxes: Record<string, BoxPlace>;
}

export const nothing = (): Standing => ({ answered: 0, right: 0, streak: 0, longest: 0, cost: 0, timed: 0, seconds: 0, seen: {}, boxes: {} });

/** A short name for a question; equal questions have the same name. */
export function nameOf(ask: unknown): string {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(ask)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The standing after an answer. */
export function standingAfter(before: Standing, name: string, given: Given, right: boolean, seconds: number | null): Standing {
  const answered = before.answered + 1;
  const streak = right ? before.streak + 1 : 0;
  const { [name]: place, ...others } = before.boxes;
  const next = !right ? 0 : place === undefined ? FIRST_SIGHT : place[0] + 1;
  const wait = WAITS[next];
  const boxes = wait === undefined ? others : { ...others, [name]: [next, answered + wait] as BoxPlace };
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

/** Forgets the best known questions if there are too many. */
function bounded(boxes: Record<string, BoxPlace>): Record<string, BoxPlace> {
  const all = Object.entries(boxes);
  if (all.length <= MOST_KEPT) return boxes;
  return Object.fromEntries(all.sort(([, [box, due]], [, [other, later]]) => box - other || due - later).slice(0, MOST_KEPT));
}

/**
 * The question that comes next, by its index in `names`: one that is due, otherwise a new one, otherwise the one that is due first. The
 * last question does not come again at once.
 */
export function nextPlace(names: string[], standing: Standing, last: string | null, random: () => number): number {
  const places = names.map((name, place) => ({ name, place, due: standing.boxes[name]?.[1] })).filter(({ name }) => names.length === 1 || name !== last);
  const known = places.filter(({ due }) => due !== undefined).sort((one, other) => (one.due ?? 0) - (other.due ?? 0));
  const [first] = known;
  if (first && (first.due ?? 0) <= standing.answered) return first.place;
  const fresh = places.filter(({ due }) => due === undefined);
  return (fresh[Math.floor(random() * fresh.length)] ?? first)?.place ?? 0;
}

/** The share of noticed things of each kind, the lowest first. Kinds with fewer samples than `least` are left out. */
export function shares(seen: Seen, least = 4): { kind: string; share: number; of: number }[] {
  return Object.entries(seen)
    .filter(([, [, of]]) => of >= least)
    .map(([kind, [known, of]]) => ({ kind, share: known / of, of }))
    .sort((one, other) => one.share - other.share);
}

/** Reads the stored progress by drill; unreadable entries are left out. */
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
