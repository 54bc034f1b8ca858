// The movements for the events of Texas 42: dominoes are dealt from the boneyard, slide from a hand to the
// trick, and are swept to the player who took it when the next trick is led.

import type { Movement, Staging, Told } from '$shell/game/part';
import type { Sound } from '$shell/sound';
import { teamOf, type Texas42Scene } from './scene';
import type { Laid, View } from './wire';
import type { Words } from './words/en';

export const staging: Staging<View, Words> = {
  after,
  moves,
  holds: ({ event }) => event === 'hand_scored',
  sound,
};

/** The sound of an event: dominoes that are dealt or played, or winning for the winners. */
function sound({ event, payload }: Told, { me }: Texas42Scene): Sound | null {
  if (event === 'dominoes_dealt' || event === 'domino_played') return 'domino';
  return event === 'game_finished' && me !== null && teamOf(me.seat) === payload.winningTeam ? 'win' : null;
}

/** The view after one event, with only the visible fields. The house's own view follows. */
export function after(view: View, { event, payload }: Told): View {
  switch (event) {
    case 'dominoes_dealt':
      return {
        ...cleared(view),
        phase: payload.gamePhase,
        hand: payload.hand,
        playerHand: payload.playerHand,
        handCounts: payload.handCounts,
        shakerUuid: payload.shakerUuid,
        turnOrder: payload.turnOrder,
      };
    case 'waiting_for_bid':
      return { ...view, currentTurn: payload.currentTurn };
    case 'bid_placed':
      return { ...view, bids: payload.bids, highBid: payload.highBid, currentTurn: payload.nextTurn };
    case 'bidding_won':
      return {
        ...view,
        phase: payload.gamePhase,
        currentTurn: payload.currentTurn,
        contract: { bidderUuid: payload.playerUuid, biddingTeam: payload.biddingTeam, bid: payload.bid, trump: null, sitsOut: null },
      };
    case 'trump_named':
      return {
        ...view,
        phase: payload.gamePhase,
        currentTurn: payload.currentTurn,
        contract: view.contract && { ...view.contract, trump: payload.trump, sitsOut: payload.sitsOut },
      };
    case 'domino_played':
      return {
        ...view,
        currentTrick: payload.currentTrick,
        ledSuit: payload.ledSuit,
        handCounts: payload.handCounts,
        playerHand: view.playerHand.filter((domino) => domino !== payload.domino),
        ...(view.openHands ? { openHands: withoutDomino(view.openHands, payload.domino) } : {}),
        currentTurn: payload.nextTurn,
        playable: [],
        unplayable: [],
      };
    case 'trick_won': {
      const { playerUuid, side, plays, points, taken, nextTurn } = payload;
      return { ...view, currentTrick: [], ledSuit: null, tricks: [...view.tricks, { playerUuid, side, plays, points }], taken, currentTurn: nextTurn };
    }
    case 'hand_scored':
      return { ...view, currentTurn: null, history: payload.history, totals: payload.totals, strokes: payload.strokes };
    case 'hand_thrown_in':
      return { ...cleared(view), phase: 'dealing', shakerUuid: payload.nextShakerUuid };
    default:
      return view;
  }
}

/** The movements for an event; `scene` is the table after it. */
export function moves({ event, payload }: Told, scene: Texas42Scene): Movement[] {
  switch (event) {
    case 'dominoes_dealt':
      return [...payload.playerHand.map((piece: string) => ({ piece, from: 'boneyard', turned: true })), ...dealtFaceDown(payload.handCounts)];
    case 'domino_played':
      return [{ piece: payload.domino, from: `seat-${payload.playedBy}` }, ...(payload.currentTrick.length === 1 ? sweptFrom(scene.view.tricks.at(-1)) : [])];
    case 'hand_scored':
      return sweptFrom(scene.view.tricks.at(-1));
    default:
      return [];
  }
}

function dealtFaceDown(handCounts: Record<string, number>): Movement[] {
  return Object.entries(handCounts).flatMap(([uuid, held]) => Array.from({ length: held }, (_, place) => ({ piece: `back-${uuid}-${place}`, from: 'boneyard' })));
}

/** Moves the dominoes of a trick to the seat that took it. */
function sweptFrom(trick: { playerUuid: string; plays: Laid[] } | undefined): Movement[] {
  return (trick?.plays ?? []).map(({ domino }) => ({ piece: domino, to: `seat-${trick?.playerUuid}` }));
}

/** The view of an empty table. */
function cleared(view: View): View {
  const none = { tricks: 0, points: 0, count: 0, dominoes: [] };
  return {
    ...view,
    bids: [],
    highBid: null,
    contract: null,
    currentTrick: [],
    ledSuit: null,
    tricks: [],
    taken: { northSouth: none, eastWest: none },
    playable: [],
    unplayable: [],
    currentTurn: null,
  };
}

function withoutDomino(hands: Record<string, string[]>, domino: string): Record<string, string[]> {
  return Object.fromEntries(Object.entries(hands).map(([uuid, held]) => [uuid, held.filter((other) => other !== domino)]));
}

