// The bookkeeping of a table's numbered messages: what is new, what was heard, what is missing.
//
// The house numbers the messages of a table densely, so a gap means loss. Pure, and without a
// connection: it only says what to do with a message.

export type Verdict =
  /** The next one: tell it. */
  | 'new'
  /** Heard before, as after a repeated sync. */
  | 'known'
  /** Something before it is missing: ask the house. */
  | 'gap'
  /** The house counts from the beginning again: forget, and ask the house. */
  | 'restarted';

/** A number so far below the last one is no late message, but another count. */
const FAR_BELOW = 64;

export class Sequence {
  #last: number | null = null;

  /** The last number that was heard, or null before the first sync. */
  get last(): number | null {
    return this.#last;
  }

  judge(seq: number): Verdict {
    if (this.#last === null) return 'gap';
    if (seq === this.#last + 1) return 'new';
    if (seq > this.#last) return 'gap';
    return seq < this.#last - FAR_BELOW ? 'restarted' : 'known';
  }

  /** Takes a message as heard. */
  advance(seq: number): void {
    this.#last = seq;
  }

  forget(): void {
    this.#last = null;
  }
}
