// The bookkeeping of a table's numbered messages: what is new, what was heard, what is missing.
//
// The house numbers what it tells a viewer densely, so a gap means loss. A `state` has no number of
// its own: it belongs to the message whose number it names. Pure, and without a connection: it only
// says what to do with a message.

export type Verdict =
  /** The next one: tell it. */
  | 'new'
  /** Heard before, as after a repeated sync. */
  | 'known'
  /** Something before it is missing: ask the house. */
  | 'gap'
  /** The house counts from the beginning again: forget, and ask the house. */
  | 'restarted';

export type StateVerdict =
  /** As of the last message: show it. */
  | 'current'
  /** As of an earlier message: something newer is known. */
  | 'late'
  /** As of a message that was not heard: ask the house. */
  | 'gap';

/** A number so far below the last one is no late message, but another count. */
const FAR_BELOW = 64;

export class Sequence {
  #last: number | null = null;
  #beyond = 0;

  /** The last number that was heard, or null before the first sync. */
  get last(): number | null {
    return this.#last;
  }

  /** Whether a number was met that lies beyond the last one that was heard. */
  get lacks(): boolean {
    return this.#last !== null && this.#beyond > this.#last;
  }

  judge(seq: number): Verdict {
    if (this.#last !== null && seq === this.#last + 1) return 'new';
    if (this.#last === null || seq > this.#last) return this.#miss(seq);
    return seq < this.#last - FAR_BELOW ? 'restarted' : 'known';
  }

  judgeState(seq: number): StateVerdict {
    if (this.#last === null || seq > this.#last) return this.#miss(seq);
    return seq === this.#last ? 'current' : 'late';
  }

  /** Takes a message as heard. */
  advance(seq: number): void {
    this.#last = seq;
  }

  /** Gives up what is missing; the next message will miss it again. */
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
