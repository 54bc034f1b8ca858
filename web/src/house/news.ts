// What messages of the house say about a table besides its game: who sits there, who is the host,
// which game it is and what is promised about it.
//
// The view, what may be done and the clocks are never worked out here: the house pushes them as
// `state`. Neither are the options: `sync` gives those that the table was opened with, and no
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
