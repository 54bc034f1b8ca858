// Keeps a move that was made a moment too early, and sends it as soon as it is allowed.
//
// The house shows events one after another and accepts no move meanwhile. A player may decide faster
// than that, so the page keeps the player's last decision. It drops the decision if the house asks for
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

  /** Keeps a move in place of an earlier one; resolves when it has been sent or dropped. */
  keep(command: string, fields: Record<string, unknown>): Promise<string | null> {
    this.#move?.answer(null);
    return new Promise((answer) => (this.#move = { command, fields, answer }));
  }

  /** Sends or drops the kept move when there are legal actions. */
  mind(legal: Legal[]): void {
    const move = this.#move;
    if (!move || legal.length === 0) return;
    this.#move = null;
    const isAsked = legal.some((action) => move.command in action);
    if (isAsked) void this.#send(move.command, move.fields).then(move.answer);
    else move.answer(null);
  }
}
