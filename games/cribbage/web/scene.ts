// A scene of cribbage, and facts computed from it: the side of each seat, and what each player may do.

import type { Scene } from '$shell/game/part';
import type { Card, View } from './wire';
import type { Words } from './words/en';

export type CribbageScene = Scene<View, Words>;

/** The number of sides: four players are partners across the table, unless everyone is alone. */
export function sideCount({ players, options }: CribbageScene): number {
  return players.length === 4 && options.alone !== true ? 2 : players.length;
}

export const sideOf = (scene: CribbageScene, seat: number): number => seat % sideCount(scene);

/** The seats of a side. */
export function seatsOf(scene: CribbageScene, side: number): number[] {
  return scene.players.map(({ seat }) => seat).filter((seat) => seat % sideCount(scene) === side);
}

/** The scores, such as "Ann 34, Bob 21"; partners with both names. */
export function standings(scene: CribbageScene, scores: Record<string, number>): string {
  const one = (side: number): string => {
    const seats = seatsOf(scene, side);
    const first = scene.players.find(({ seat }) => seat === side);
    return `${seats.map(scene.name).join(scene.words.and)} ${first ? (scores[first.uuid] ?? 0) : 0}`;
  };
  return Array.from({ length: sideCount(scene) }, (_, side) => one(side)).join(', ');
}

/** The seats that are to move. */
export function toMove(view: View, players: { uuid: string; seat: number }[]): number[] {
  if (view.phase === 'discard') {
    return players.filter(({ uuid }) => !view.discarded.includes(uuid)).map(({ seat }) => seat);
  }
  return players.filter(({ uuid }) => uuid === view.currentTurn).map(({ seat }) => seat);
}

/** The legal cards of the play. */
export function playable(scene: CribbageScene): Card[] {
  return scene.legal.flatMap((action) => (action.play_card ? [action.play_card.card as Card] : []));
}

/** The number of cards that each seat throws: two of six, or one of five. */
export const toThrow = (scene: CribbageScene): number => (scene.players.length === 2 ? 2 : 1);

/** Whether this command is legal for the viewer now. */
export const asked = (scene: CribbageScene, command: string): boolean => scene.legal.some((action) => command in action);

/** Joins the views of all seats into one with open hands. */
export function openView(views: View[], players: { uuid: string }[]): View {
  const [first] = views;
  if (!first) throw new Error('a table must have seats');
  const hands = players.map(({ uuid }, place) => [uuid, views[place]?.playerHand ?? []]);
  return { ...first, openHands: Object.fromEntries(hands) };
}
