// Which of the player's own moves this page did not send. At a table with a clock the house made
// them, because the time had run out.

import type { AnyPart, Told } from './part';

export class OwnMoves {
  /** How many moves were sent and have neither been told nor refused. */
  #open = 0;
  /** Whether a bot sits in for the player, who was away. */
  #standIn = false;

  sent(): void {
    this.#open += 1;
  }

  refused(): void {
    this.#open = Math.max(0, this.#open - 1);
  }

  /** Hears what was told; answers the last move of this player that somebody else made. */
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
