// A move that was made a moment too early: it is kept, and sent as soon as it is allowed.
//
// The house shows things one after the other and takes no move meanwhile. A player who is quicker than
// the house has still decided, so the last decision is kept. It is dropped when the house asks for
// something else.

import type { Legal } from '$shell/protocol/messages';

type Send = (command: string, fields: Record<string, unknown>) => Promise<string | null>;

interface Move {
  command: string;
  fields: Record<string, unknown>;
  answer: (problem: string | null) => void;
}

export class Kept {
  readonly #send: Send;
  #move: Move | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Keeps a move in place of an earlier one; the answer comes when it has been sent or dropped. */
  keep(command: string, fields: Record<string, unknown>): Promise<string | null> {
    this.#move?.answer(null);
    return new Promise((answer) => (this.#move = { command, fields, answer }));
  }

  /** Looks at what may be done now. */
  mind(legal: Legal[]): void {
    const move = this.#move;
    if (!move || legal.length === 0) return;
    this.#move = null;
    const isAsked = legal.some((action) => move.command in action);
    if (isAsked) void this.#send(move.command, move.fields).then(move.answer);
    else move.answer(null);
  }
}
