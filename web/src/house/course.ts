// The course of a finished game for one seat: its chance to win at each of its decisions, and how much of the
// change came from luck and how much from skill.

import type { Decision, Review } from '$shell/protocol/messages';
import type { Moment } from './replay';

export interface CourseStep {
  /** The decision; null for the end of the game. */
  decision: Decision | null;
  /** The chance just before it, if the seat plays its best from there. */
  before: number;
  /** The chance after the seat's choice. */
  after: number;
  /** All luck since the start; `skill` is the total effect of the decisions. Both include this decision. */
  luck: number;
  skill: number;
}

/** Every decision of a seat in order, and the end. */
export function courseOf({ decisions, seats }: Review, seat: number): CourseStep[] {
  const own = decisions.filter((decision) => decision.seat === seat);
  const start = own[0]?.best.chance ?? seats[seat]?.start ?? 0;
  const steps: CourseStep[] = [];
  let skill = 0;
  for (const decision of own) {
    const before = decision.best.chance;
    // A change between two decisions comes from luck and the other players, not from the seat's decisions.
    const luck = before - start - skill;
    skill -= decision.cost;
    steps.push({ decision, before, after: before - decision.cost, luck, skill });
  }
  const result = seats[seat]?.result ?? 0;
  return [...steps, { decision: null, before: result, after: result, luck: result - start - skill, skill }];
}

/** The indices of the steps in the course at which a new deal or round had begun. */
export function chapters(course: CourseStep[], moments: Moment[], begins: (event: string) => boolean): number[] {
  const starts = moments.filter(({ told }) => told[0] !== undefined && begins(told[0].event)).map(({ seq }) => seq);
  const places = starts.map((seq) => course.findIndex(({ decision }) => (decision?.seq ?? 0) >= seq));
  return [...new Set(places.filter((place) => place >= 0))];
}
