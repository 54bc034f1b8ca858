// A scene of Texas 42, and what follows from it: who plays with whom, what may be done now.

import type { Player, Scene } from '$shell/game/part';
import type { Bid, Call, Team, TrumpName, View } from './wire';
import type { Words } from './words/en';

export type Texas42Scene = Scene<View, Words>;

export const TEAMS: Team[] = ['northSouth', 'eastWest'];

/** Partners sit across the table. */
export const teamOf = (seat: number): Team => (seat % 2 === 0 ? 'northSouth' : 'eastWest');

export const otherTeam = (team: Team): Team => (team === 'northSouth' ? 'eastWest' : 'northSouth');

/** A side by its players, as "Ann and Cid". */
export function teamName({ players, words }: Texas42Scene, team: Team): string {
  const names = players.filter(({ seat }) => teamOf(seat) === team).map(({ nickname }) => nickname);
  return names.join(words.and);
}

/** Where a seat is drawn: one's own below, then round to the left as the play goes. */
export const PLACES = ['south', 'west', 'north', 'east'] as const;
export type Place = (typeof PLACES)[number];

export function placeOf(seat: number, viewer: number | null): Place {
  return PLACES[(seat - (viewer ?? 0) + 4) % 4] ?? 'south';
}

export const toMove = (view: View, players: Player[]): number[] =>
  players.filter(({ uuid }) => uuid === view.currentTurn).map(({ seat }) => seat);

/** The calls that the viewer may make now; empty when it is not their turn to bid. */
export function calls({ legal }: Texas42Scene): Call[] {
  return legal.flatMap((action) => (action.place_bid ? [action.place_bid.bid as Call] : []));
}

/** What the viewer may name now. */
export function trumps({ legal }: Texas42Scene): TrumpName[] {
  return legal.flatMap((action) => (action.name_trump ? [action.name_trump.trump as TrumpName] : []));
}

export const mayLayDown = ({ legal }: Texas42Scene): boolean => legal.some((action) => 'lay_down' in action);

/** A call as one word, as `31`, `marks-2` or `pass`: for keys and tests. */
export function callKey(call: Call): string {
  if (typeof call !== 'object') return String(call);
  const [[kind, marks] = ['', 0]] = Object.entries(call as Exclude<Bid, number>);
  return `${kind}-${marks}`;
}

/** As "Ann and Cid 3 marks, Bob and Dot 1 mark". */
export function standings(scene: Texas42Scene, totals: View['totals']): string {
  const unit = scene.view.gameType === 'marks' ? scene.words.marks : scene.words.points;
  return TEAMS.map((team) => `${teamName(scene, team)} ${unit(totals[team])}`).join(', ');
}

/** Everybody's dominoes beside the table, for replays with open hands. */
export function openView(views: View[], players: Player[]): View {
  const [first] = views;
  if (!first) throw new Error('a table without seats');
  const hands = players.map(({ uuid }, place) => [uuid, views[place]?.playerHand ?? []]);
  return { ...first, openHands: Object.fromEntries(hands) };
}
