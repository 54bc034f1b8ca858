// A guided first game: each step belongs to a moment of a game with fixed luck and teaches one idea.
//
// A game's lesson is in `games/<key>/web/lesson/`: the steps in `steps.ts`, and their sentences in a file
// for each language. The step that is due follows from the learner's view and from the steps that are done,
// so a learner who comes back later continues at the current moment. Nothing here talks to the house.

import type { Move, Scene, Told } from '$shell/game/part';

/** The learner's view at one moment. */
export interface LessonMoment<View, Words> {
  scene: Scene<View, Words>;
  /** The event at which the page waits for the learner. */
  held: Told | null;
}

export interface Step<View, Words> {
  /** The key of its sentence. */
  key: string;
  /** Whether it belongs to this moment. */
  at(moment: LessonMoment<View, Words>): boolean;
  /** A selector for the elements of the table that it mentions. */
  point?: string;
  /** The step asks for one of these moves; without moves it only explains. */
  moves?: Move[];
}

// The shell hands a game's own view and words back to it without looking inside.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyStep = Step<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyMoment = LessonMoment<any, any>;

/** The number of the step that is due: the first one after the done steps that belongs to this moment. */
export function stepAt(steps: AnyStep[], moment: AnyMoment, done: number): number | null {
  const due = steps.findIndex((step, place) => place > done && step.at(moment));
  return due < 0 ? null : due;
}

/** Classifies a move: free if no step of the moment asks for one, the number of the step that asks for it, or another move. */
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
