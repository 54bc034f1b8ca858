// A guided first game: steps that belong to moments of a game with fixed luck, each about one idea.
//
// A game's lesson lies in `games/<key>/web/lesson/`: `steps.ts` with the steps, and their sentences by
// language. Which step is due follows from what the learner sees and from the steps that are done, so
// a learner who comes back later finds the lesson where the game stands. Nothing here talks to the house.

import type { Move, Scene, Told } from '$shell/game/part';

/** What the learner sees. */
export interface Moment<View, Words> {
  scene: Scene<View, Words>;
  /** The event at which the page waits for the learner. */
  held: Told | null;
}

export interface Step<View, Words> {
  /** The name of its sentence. */
  key: string;
  /** Whether it belongs to this moment. */
  at(moment: Moment<View, Words>): boolean;
  /** A selector of what it speaks of, within the table. */
  point?: string;
  /** The moves of which it asks for one; a step without any only explains. */
  moves?: Move[];
}

// The shell hands a game's own view and words back to it without looking inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyStep = Step<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyMoment = Moment<any, any>;

/** The number of the step that is due: the first of this moment after those that are done. */
export function stepAt(steps: AnyStep[], moment: AnyMoment, done: number): number | null {
  const due = steps.findIndex((step, place) => place > done && step.at(moment));
  return due < 0 ? null : due;
}

/** What becomes of a move: it is free where no step of the moment asks for another, and else it is the move of a step, or none. */
export function judge(steps: AnyStep[], moment: AnyMoment, done: number, move: Move): 'free' | 'other' | number {
  const asking = steps.findIndex((step, place) => place > done && step.moves !== undefined && step.at(moment));
  const asked = steps[asking]?.moves;
  if (asked === undefined) return 'free';
  return asked.some((one) => sameMove(one, move)) ? asking : 'other';
}

/** Whether two moves are the same; the order of a list does not matter. */
export function sameMove(one: Move, other: Move): boolean {
  return one.command === other.command && written(one.fields) === written(other.fields);
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields.map(([key, inner]) => `${key}:${written(inner)}`).sort().join()}}`;
}
