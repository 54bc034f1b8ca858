// Advice for one decision: asked for by button or key, shown in the rail, and gone when the player has moved.

import type { Hint, Legal } from '$shell/protocol/messages';
import type { Advised } from './hints';
import { actionsOf } from './scene';

export class Adviser {
  busy = $state(false);
  hints: Hint[] | null = $state.raw(null);
  problem: string | null = $state(null);
  /** The best move, as long as the advice is open. */
  best: Legal | null = $derived(this.hints?.[0] ? (actionsOf(this.hints[0].command)[0] ?? null) : null);

  readonly #ask: () => Promise<Advised>;
  #decision = '';

  constructor(ask: () => Promise<Advised>) {
    this.#ask = ask;
  }

  /** Advice is good for one decision: others may go on with theirs meanwhile. */
  mind(decision: string): void {
    if (decision !== this.#decision) this.close();
    this.#decision = decision;
  }

  async ask(): Promise<void> {
    if (this.busy) return;
    const asked = this.#decision;
    this.busy = true;
    const answer = await this.#ask();
    this.busy = false;
    if (this.#decision !== asked) return;
    this.problem = 'problem' in answer ? answer.problem : null;
    this.hints = 'problem' in answer ? null : answer.hints;
  }

  close(): void {
    this.hints = null;
    this.problem = null;
  }
}
