// Advice for one decision. The player asks for it by button or key; it is shown in the rail until the player moves.

import type { Hint, Legal } from '$shell/protocol/messages';
import type { Advised } from './hints';
import { actionsOf } from './scene';

export class Adviser {
  busy = $state(false);
  hints: Hint[] | null = $state.raw(null);
  problem: string | null = $state(null);
  /** The best move while the advice is open, otherwise null. */
  best: Legal | null = $derived(this.hints?.[0] ? (actionsOf(this.hints[0].command)[0] ?? null) : null);

  readonly #ask: () => Promise<Advised>;
  #decision = '';

  constructor(ask: () => Promise<Advised>) {
    this.#ask = ask;
  }

  /** Closes the advice when the player's decision changes. Moves of other players do not change it. */
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
