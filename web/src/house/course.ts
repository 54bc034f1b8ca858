// The course of a finished game for one seat: its chance to win at each of its decisions, and how much of the
// way was luck and how much skill.

import type { Decision, Review } from '$shell/protocol/messages';
import type { Moment } from './replay';

export interface Step {
  /** The decision; null for the end of the game. */
  decision: Decision | null;
  /** The chance just before it, if the seat played on as well as can be. */
  before: number;
  /** The chance after what was done. */
  after: number;
  /** All luck since the start, and all that decisions gave away, up to and with this one. */
  luck: number;
  skill: number;
}

/** Every decision of a seat in order, and the end. */
export function courseOf({ decisions, seats }: Review, seat: number): Step[] {
  const own = decisions.filter((decision) => decision.seat === seat);
  const start = own[0]?.best.chance ?? seats[seat]?.start ?? 0;
  const steps: Step[] = [];
  let skill = 0;
  for (const decision of own) {
    const before = decision.best.chance;
    // What was won or lost between two decisions is not of one's own making.
    const luck = before - start - skill;
    skill -= decision.cost;
    steps.push({ decision, before, after: before - decision.cost, luck, skill });
  }
  const result = seats[seat]?.result ?? 0;
  return [...steps, { decision: null, before: result, after: result, luck: result - start - skill, skill }];
}

/** The places in the course at which a new deal or round had begun. */
export function chapters(course: Step[], moments: Moment[], begins: (event: string) => boolean): number[] {
  const starts = moments.filter(({ told }) => told[0] !== undefined && begins(told[0].event)).map(({ seq }) => seq);
  const places = starts.map((seq) => course.findIndex(({ decision }) => (decision?.seq ?? 0) >= seq));
  return [...new Set(places.filter((place) => place >= 0))];
}
