// The events in sentences, for the log and for screen readers.

import type { Told } from '$shell/game/part';
import { inSuitOrder } from './domino';
import { sideName, standings, TEAMS, whoIs, winsText, type Texas42Scene } from './scene';
import type { Finished, HandResult, Team } from './wire';

export function say({ event, payload }: Told, scene: Texas42Scene): string | null {
  const { words } = scene;
  const who = whoIs(scene, payload.playerUuid ?? payload.playedBy ?? null);
  switch (event) {
    case 'shaker_drawn':
      return words.say.shakes(whoIs(scene, payload.shakerUuid));
    case 'dominoes_dealt':
      return words.say.dealt(listed(inSuitOrder(payload.playerHand, null), scene));
    case 'waiting_for_bid':
      return words.say.opens(whoIs(scene, payload.currentTurn));
    case 'bid_placed':
      return payload.bid === 'pass' ? words.say.passes(who) : words.say.bids(who, words.call(payload.bid));
    case 'bidding_won':
      return words.say.won(who, words.call(payload.bid));
    case 'hand_thrown_in':
      return words.say.thrownIn(whoIs(scene, payload.nextShakerUuid));
    case 'trump_named':
      return sentence(
        words.say.named(who, words.trump(payload.trump)),
        payload.sitsOut ? words.say.sitsOut(whoIs(scene, payload.sitsOut)) : '',
        words.say.leads(whoIs(scene, payload.currentTurn)),
      );
    case 'domino_played':
      return words.say.played(who, words.domino(payload.domino));
    case 'trick_won':
      return words.say.trick(who, words.points(payload.points), words.say.side(sideName(scene, payload.side), payload.taken[payload.side as Team].points));
    case 'hand_laid_down':
      return words.say.laidDown(who, listed(payload.dominoes, scene));
    case 'hand_scored':
      return sayResult(payload, scene);
    case 'game_finished': {
      const { winningTeam, totals }: Finished = payload;
      return `${winsText(scene, winningTeam)}. ${standings(scene, totals)}.`;
    }
    default:
      return null;
  }
}

/** The sentences about a hand's result: whether the bid was made, and what each side gets. */
export function sayResult(result: HandResult, scene: Texas42Scene): string {
  return sentence(`${outcomeOf(result, scene)}.`, ...awardsOf(result, scene));
}

/** For example "Ann and Cid made 31 with 35". */
export function outcomeOf({ bidMade, biddingTeam, bid, points }: HandResult, scene: Texas42Scene): string {
  return scene.words.result(bidMade, sideName(scene, biddingTeam), scene.words.call(bid), points[biddingTeam]);
}

/** For example "1 mark for Ann and Cid.", once for each side that scores. */
export function awardsOf({ awards }: HandResult, scene: Texas42Scene): string[] {
  const unit = scene.view.gameType === 'marks' ? scene.words.marks : scene.words.points;
  return TEAMS.filter((team) => awards[team] > 0).map((team) => scene.words.say.awards(unit(awards[team]), sideName(scene, team)));
}

export const listed = (dominoes: string[], { words }: Texas42Scene): string => dominoes.map(words.domino).join(', ');

const sentence = (...parts: string[]): string => parts.filter(Boolean).join(' ');
