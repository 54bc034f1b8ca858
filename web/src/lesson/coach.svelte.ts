// Leads the learner through a lesson: remembers the steps that are done and checks the moves.

import type { Move } from '$shell/game/part';
import { judge, stepAt, type AnyMoment, type AnyStep } from './lesson';

export class Coach {
  readonly steps: AnyStep[];
  /** Whether the learner has skipped the lesson. */
  skipped = $state(false);
  /** The number of the last step that is done. */
  #done = $state(-1);
  readonly #moment: () => AnyMoment | null;

  constructor(steps: AnyStep[], moment: () => AnyMoment | null) {
    this.steps = steps;
    this.#moment = moment;
  }

  /** The number of the step that is due; null while other players move. */
  get due(): number | null {
    const moment = this.#moment();
    return moment === null || this.skipped ? null : stepAt(this.steps, moment, this.#done);
  }

  get step(): AnyStep | null {
    return this.due === null ? null : (this.steps[this.due] ?? null);
  }

  /** Marks the step that is due as done. */
  next(): void {
    this.#done = this.due ?? this.#done;
  }

  /** Whether the lesson asks for a different move. */
  minds(move: Move): boolean {
    return this.#judge(move) === 'other';
  }

  /** Sends a move, and goes to the next step if the lesson asked for this move. `send` resolves to null if the house accepted it. */
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
