// Applies the house's messages about a table, except those of its game: players, host, number of the game and
// commitment.
//
// The view, the legal actions and the clocks are never computed here: the house pushes them as
// `state`. The options do not change either: `sync` has those that the table was opened with, and no
// message changes them.

import type { Told } from '$shell/game/part';
import type { Sync } from '$shell/protocol/messages';

/** The table after a message. */
export function withNews(table: Sync, { event, payload }: Told): Sync {
  switch (event) {
    case 'player_joined':
    case 'opponent_joined':
      return { ...table, players: payload.players, commitment: payload.commitment };
    case 'player_left':
    case 'player_disconnected':
    case 'player_reconnected':
    case 'bot_took_over':
    case 'seat_offered':
    case 'rematch_agreed':
      return { ...table, players: payload.players, host: payload.host };
    case 'game_started':
      return { ...table, gameNumber: payload.gameNumber, commitment: payload.commitment };
    case 'game_finished':
      return { ...table, commitment: payload.nextCommitment };
    default:
      return table;
  }
}
