// The movements for the events of cribbage, and the views between events that arrived together.
//
// The house's own view follows the last event of a moment. The views before it are computed here from the
// events alone, and are shown only for a short time.

import type { Movement, Staging, Told } from '$shell/game/part';
import type { Sound } from '$shell/sound';
import { code, sameCard } from './card';
import { sideOf, type CribbageScene } from './scene';
import type { Card, View } from './wire';
import type { Words } from './words/en';

export const staging: Staging<View, Words> = { after, moves, holds: isCount, flies: isCount, meanwhile, sound };

function sound({ event, payload }: Told, scene: CribbageScene): Sound | null {
  switch (event) {
    case 'cards_dealt':
    case 'cards_discarded':
      return 'card';
    case 'card_played':
      return payload.score > 0 ? 'peg' : 'card';
    case 'starter_cut':
    case 'hand_scored':
    case 'crib_scored':
      return payload.score > 0 ? 'peg' : 'card';
    case 'game_finished':
      return isWon(payload.winner, scene) ? 'win' : null;
    default:
      return null;
  }
}

/** Whether the viewer's side has won. Partners win together. */
function isWon(winner: string, scene: CribbageScene): boolean {
  const seat = scene.players.find(({ uuid }) => uuid === winner)?.seat;
  return seat !== undefined && scene.seat !== null && sideOf(scene, seat) === sideOf(scene, scene.seat);
}

/** Whether an event is a count of a hand or a crib. It stays until the viewer goes on, and is counted combination by combination. */
function isCount({ event }: Told): boolean {
  return event === 'hand_scored' || event === 'crib_scored';
}

/** The view during a count: the scores and the pegs follow it. */
function meanwhile(view: View, before: View, counted: number): View {
  if (counted === 0) return { ...view, scores: before.scores, pegPositions: before.pegPositions, backPegs: before.backPegs };
  const soFar = Object.entries(view.scores).map(([uuid, score]) => [uuid, Math.min(score, (before.scores[uuid] ?? 0) + counted)]);
  const scores: Record<string, number> = Object.fromEntries(soFar);
  return { ...view, scores, pegPositions: scores };
}

function after(view: View, { event, payload }: Told): View {
  switch (event) {
    case 'cards_dealt':
      return dealt(view, payload);
    case 'waiting_for_discard':
      return { ...view, phase: 'discard' };
    case 'cards_discarded': {
      const cards: Card[] = payload.cards ?? [];
      const held = (view.handCounts[payload.playerUuid] ?? 0) - payload.count;
      return {
        ...view,
        discarded: [...view.discarded, payload.playerUuid],
        handCounts: { ...view.handCounts, [payload.playerUuid]: held },
        cribCount: payload.cribCount,
        playerHand: without(view.playerHand, cards),
        thrown: cards.length > 0 ? cards : view.thrown,
      };
    }
    case 'both_discarded':
      return { ...view, cribCount: payload.cribCount };
    case 'starter_cut':
      return pegged({ ...view, starter: payload.card }, payload.scores);
    case 'pegging_started':
      return { ...view, phase: 'pegging', currentTurn: payload.currentTurn };
    case 'card_played': {
      const { playedCard, playedBy, runningTotal, nextTurn, playedCards, scores } = payload;
      const played = {
        ...view,
        phase: 'pegging' as const,
        playedCards,
        stack: [...view.stack, playedCard],
        runningTotal,
        currentTurn: nextTurn,
        handCounts: { ...view.handCounts, [playedBy]: Math.max(0, (view.handCounts[playedBy] ?? 0) - 1) },
        playerHand: without(view.playerHand, [playedCard]),
      };
      return pegged(played, scores);
    }
    case 'go_said':
      return { ...view, saidGo: [...view.saidGo, payload.playerUuid] };
    case 'count_reset':
      return { ...view, stack: [], runningTotal: 0, saidGo: [], currentTurn: payload.nextTurn };
    case 'pegging_finished':
      return { ...view, phase: 'counting', stack: [], runningTotal: 0, saidGo: [], currentTurn: null };
    case 'hand_shown':
      return { ...view, phase: 'counting', currentTurn: payload.currentTurn };
    case 'count_claimed':
    case 'muggins_claimed':
      return pegged({ ...view, currentTurn: payload.currentTurn }, payload.scores);
    case 'hand_scored':
      return pegged({ ...view, phase: 'counting', count: null, currentTurn: null }, payload.scores);
    case 'crib_scored':
      return pegged({ ...view, phase: 'counting', count: null, currentTurn: null, cribCount: 0 }, payload.scores);
    default:
      return view;
  }
}

/** The fields of a view at the start of a deal. */
export const BEFORE_PLAY = {
  thrown: [],
  discarded: [],
  starter: null,
  playedCards: [],
  stack: [],
  runningTotal: 0,
  saidGo: [],
  count: null,
  currentTurn: null,
} satisfies Partial<View>;

function dealt(view: View, payload: { playerHand: Card[]; handCounts: Record<string, number>; cribCount: number; dealerUuid: string; turnOrder: string[] }): View {
  const { playerHand, handCounts, cribCount, dealerUuid, turnOrder } = payload;
  return {
    ...view,
    phase: 'dealing',
    deal: view.deal + 1,
    playerHand,
    handCounts,
    cribCount,
    dealerUuid,
    turnOrder,
    ...BEFORE_PLAY,
  };
}

/** Moves the pegs of the player who scored: the back peg jumps over the front one. */
function pegged(view: View, scores: Record<string, number> | undefined): View {
  if (!scores) return view;
  const backPegs = { ...view.backPegs };
  for (const [uuid, score] of Object.entries(scores)) {
    const before = view.scores[uuid] ?? 0;
    if (score !== before) backPegs[uuid] = before;
  }
  return { ...view, scores, pegPositions: scores, backPegs };
}

const without = (cards: Card[], gone: Card[]): Card[] => cards.filter((card) => !gone.some((other) => sameCard(other, card)));

/** The place of a player's cards. */
export const handPlace = (uuid: string): string => `hand-${uuid}`;

/** The piece of another player's card, face down. */
export const backOf = (uuid: string, place: number): string => `back-${uuid}-${place}`;

function moves({ event, payload }: Told, scene: CribbageScene): Movement[] {
  const { view } = scene;
  switch (event) {
    case 'cards_dealt': {
      const own = view.playerHand.map((card) => ({ piece: code(card), from: 'deck' }));
      const others = Object.entries(view.handCounts).flatMap(([uuid, count]) => Array.from({ length: count }, (_, place) => ({ piece: backOf(uuid, place), from: 'deck' })));
      return [{ piece: '*', to: 'deck' }, ...alternating(own, others)];
    }
    case 'cards_discarded': {
      const left = view.handCounts[payload.playerUuid] ?? 0;
      const backs = Array.from({ length: payload.count }, (_, place) => ({ piece: backOf(payload.playerUuid, left + place), to: 'crib' }));
      return [...((payload.cards as Card[] | undefined) ?? []).map((card) => ({ piece: code(card), to: 'crib' })), ...backs];
    }
    case 'starter_cut':
      return [{ piece: code(payload.card), from: 'deck', turned: true }];
    case 'card_played': {
      const left = view.handCounts[payload.playedBy] ?? 0;
      return [
        { piece: code(payload.playedCard), from: handPlace(payload.playedBy) },
        { piece: backOf(payload.playedBy, left), to: 'nowhere' },
      ];
    }
    case 'count_reset':
    case 'pegging_finished':
      return view.playedCards.map(({ card, playedBy }) => ({ piece: code(card), to: handPlace(playedBy) }));
    case 'hand_shown':
    case 'hand_scored':
      return [{ piece: '*', to: 'deck' }, ...fromPlace(payload.cards, handPlace(payload.playerUuid))];
    case 'crib_scored':
      return [{ piece: '*', to: 'deck' }, ...fromPlace(payload.cards, 'crib')];
    default:
      return [];
  }
}

const fromPlace = (cards: Card[], from: string): Movement[] => cards.map((card) => ({ piece: code(card), from, turned: from === 'crib' }));

/** Deals in turns: a card for the others, a card for the viewer. */
function alternating(own: Movement[], others: Movement[]): Movement[] {
  const rounds = Math.max(own.length, others.length);
  return Array.from({ length: rounds }, (_, place) => [others[place], own[place]]).flat().filter((move) => move !== undefined);
}
