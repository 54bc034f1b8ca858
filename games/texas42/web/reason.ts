// The arguments for or against an advised action, built from its figures.

import type { Figures, Legal } from '$shell/game/part';
import { trumpsIn } from './domino';
import type { Texas42Scene } from './scene';
import type { Call, TrumpName } from './wire';

export function reason({ place_bid, name_trump, play_domino }: Legal, { make, bought, set }: Figures, scene: Texas42Scene): string | null {
  const { view, words: { reasons, ...words } } = scene;
  if (place_bid?.bid === 'pass') return ofPass(scene);
  if (place_bid && make && bought) {
    const bid = place_bid.bid as Call;
    const isWithDoubles = typeof bid === 'object' && !('marks' in bid);
    return isWithDoubles ? reasons.doubles(make.text) : reasons.bid(bought.text, make.text);
  }
  if (name_trump && make) {
    const trump = name_trump.trump as TrumpName;
    return reasons.trump(words.trumpNote(trump, trumpsIn(view.playerHand, trump)), make.text);
  }
  if (play_domino) return make ? reasons.make(make.text) : set ? reasons.set(set.text) : null;
  return reasons.layDown;
}

/** The reason for a pass, which lets the last bid stand. */
function ofPass({ view, me, players, words: { reasons, call } }: Texas42Scene): string {
  const standing = view.bids.findLast(({ bid }) => bid !== 'pass');
  if (!standing) return reasons.passFirst;
  const bidder = players.find(({ uuid }) => uuid === standing.playerUuid);
  const isPartner = me !== null && bidder !== undefined && (bidder.seat + me.seat) % 2 === 0;
  return isPartner ? reasons.passToPartner(call(standing.bid)) : reasons.passToThem(call(standing.bid));
}
