// An action in a player's words, for advice and reviews.

import type { Legal } from '$shell/game/part';
import type { Texas42Scene } from './scene';
import type { Call, TrumpName } from './wire';

export function spoken({ place_bid, name_trump, play_domino }: Legal, { words }: Texas42Scene): string {
  const { actions } = words;
  if (place_bid) return place_bid.bid === 'pass' ? actions.pass : actions.bid(words.call(place_bid.bid as Call));
  if (name_trump) return actions.trump(words.trump(name_trump.trump as TrumpName));
  if (play_domino) return actions.play(words.domino(String(play_domino.domino)));
  return actions.layDown;
}
