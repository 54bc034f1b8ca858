// Finds the player's own moves that this page did not send. At a table with a clock the house makes
// a move when the time has run out.

import type { AnyPart, Told } from './part';

export class OwnMoves {
  /** The number of moves sent that neither arrived as events nor were refused. */
  #open = 0;
  /** Whether a bot stands in for the player. */
  #standIn = false;

  sent(): void {
    this.#open += 1;
  }

  refused(): void {
    this.#open = Math.max(0, this.#open - 1);
  }

  /** Reads new events and returns the last move of this player that this page did not send. */
  unsent(told: Told[], part: Pick<AnyPart, 'isMove'>, me: string): Told | null {
    let last: Told | null = null;
    for (const one of told) {
      if (one.payload.playerUuid === me && one.event === 'bot_took_over') this.#standIn = true;
      if (one.payload.playerUuid === me && one.event === 'player_reconnected') this.#standIn = false;
      if (part.isMove(one) !== me || this.#standIn) continue;
      if (this.#open > 0) this.#open -= 1;
      else last = one;
    }
    return last;
  }
}
