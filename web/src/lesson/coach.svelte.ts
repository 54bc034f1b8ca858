// Leads through a lesson: keeps which steps are done, and minds the moves.

import type { Move } from '$shell/game/part';
import { judge, stepAt, type AnyMoment, type AnyStep } from './lesson';

export class Coach {
  readonly steps: AnyStep[];
  /** Whether the learner wants to go on alone. */
  skipped = $state(false);
  /** The number of the last step that is done. */
  #done = $state(-1);
  readonly #moment: () => AnyMoment | null;

  constructor(steps: AnyStep[], moment: () => AnyMoment | null) {
    this.steps = steps;
    this.#moment = moment;
  }

  /** The number of the step that is due; null while the others play. */
  get due(): number | null {
    const moment = this.#moment();
    return moment === null || this.skipped ? null : stepAt(this.steps, moment, this.#done);
  }

  get step(): AnyStep | null {
    return this.due === null ? null : (this.steps[this.due] ?? null);
  }

  /** What was explained is understood. */
  next(): void {
    this.#done = this.due ?? this.#done;
  }

  /** Whether the lesson wants another move than this one. */
  minds(move: Move): boolean {
    return this.#judge(move) === 'other';
  }

  /** Makes a move, and goes on where it was the one that was asked for. `send` answers null if the house took it. */
  async make<Answer>(move: Move, send: () => Promise<Answer>): Promise<Answer> {
    const judged = this.#judge(move);
    const answer = await send();
    if (answer === null && typeof judged === 'number') this.#done = Math.max(this.#done, judged);
    return answer;
  }

  #judge(move: Move): 'free' | 'other' | number {
    const moment = this.#moment();
    return moment === null || this.skipped ? 'free' : judge(this.steps, moment, this.#done, move);
  }
}
