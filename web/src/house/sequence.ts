// The bookkeeping of a table's numbered messages: new, known or missing.
//
// The house numbers its messages to a viewer without gaps, so a gap means a loss. A `state` has no
// number of its own: it belongs to the message whose number it names. This code is pure: it only
// says what to do with a message.

export type MessageVerdict =
  /** The next message: process it. */
  | 'new'
  /** Received before, for example after a repeated sync. */
  | 'known'
  /** Something before it is missing: ask the house. */
  | 'gap'
  /** The house has started its count again: forget the old one, and ask the house. */
  | 'restarted';

export type StateVerdict =
  /** It belongs to the last message: show it. */
  | 'current'
  /** It belongs to an earlier message: ignore it. */
  | 'late'
  /** It belongs to a message that has not arrived: ask the house. */
  | 'gap';

/** A number this far below the last one belongs to a new count, not to a late message. */
const FAR_BELOW = 64;

export class Sequence {
  #last: number | null = null;
  #beyond = 0;

  /** The last number received, or null before the first sync. */
  get last(): number | null {
    return this.#last;
  }

  /** Whether a message with a number after `last` is known to exist. */
  get lacks(): boolean {
    return this.#last !== null && this.#beyond > this.#last;
  }

  judge(seq: number): MessageVerdict {
    if (this.#last !== null && seq === this.#last + 1) return 'new';
    if (this.#last === null || seq > this.#last) return this.#miss(seq);
    return seq < this.#last - FAR_BELOW ? 'restarted' : 'known';
  }

  judgeState(seq: number): StateVerdict {
    if (this.#last === null || seq > this.#last) return this.#miss(seq);
    return seq === this.#last ? 'current' : 'late';
  }

  /** Marks all messages up to this one as received. */
  advance(seq: number): void {
    this.#last = seq;
  }

  /** Stops asking for the missing messages. The next message will show the gap again. */
  giveUp(): void {
    this.#beyond = 0;
  }

  forget(): void {
    this.#last = null;
    this.#beyond = 0;
  }

  #miss(seq: number): 'gap' {
    this.#beyond = Math.max(this.#beyond, seq);
    return 'gap';
  }
}
