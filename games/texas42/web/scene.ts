// A scene of Texas 42, and what follows from it: who plays with whom, what may be done now.

import type { Player, Scene } from '$shell/game/part';
import type { Bid, Call, Laid, Team, TrumpName, View } from './wire';
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

/** A side as the viewer says it: their own is "you and Cid". */
export function sideName(scene: Texas42Scene, team: Team): string {
  const { me, players, words } = scene;
  if (!me || teamOf(me.seat) !== team) return teamName(scene, team);
  const partner = players.find(({ seat }) => seat === (me.seat + 2) % 4);
  return words.youAnd(partner?.nickname ?? '–');
}

/** The viewer's own side first. */
export function sidesFromViewer({ seat }: Texas42Scene): Team[] {
  return seat === null || teamOf(seat) === 'northSouth' ? TEAMS : TEAMS.toReversed();
}

/** Somebody as the log speaks of them. */
export interface Who {
  name: string;
  you: boolean;
}

export const whoIs = (scene: Texas42Scene, uuid: string | null): Who => ({ name: scene.name(uuid), you: scene.me !== null && scene.me.uuid === uuid });

/** A name, or the word for the viewer. */
export const calledName = (scene: Texas42Scene, uuid: string): string => (scene.me?.uuid === uuid ? scene.words.you : scene.name(uuid));

/** As "You and Cid win the game". */
export const winsText = (scene: Texas42Scene, team: Team): string => scene.words.wins(sideName(scene, team));

/** What a player said last: in the auction their call, afterwards the bid of who won it. */
export function saidBy({ view, words }: Texas42Scene, uuid: string): string | null {
  if (view.contract) {
    const { bidderUuid, bid } = view.contract;
    return bidderUuid === uuid ? words.callShort(bid) : null;
  }
  const said = view.bids.findLast(({ playerUuid }) => playerUuid === uuid)?.bid;
  return said === undefined ? null : words.callShort(said);
}

/** The trick as it lies: the one in play, or until the next is led the one that was taken. */
export function shownTrick({ currentTrick, tricks }: View): { plays: Laid[]; wonBy: string | null } {
  const last = currentTrick.length === 0 ? tricks.at(-1) : undefined;
  return { plays: last?.plays ?? currentTrick, wonBy: last?.playerUuid ?? null };
}

/** The points that a side must take to make its bid, or to set the other's; null where tricks alone count. */
export function needed({ contract }: View, team: Team): number | null {
  if (!contract || contract.trump === 'nello' || contract.trump === 'sevens') return null;
  const bid = typeof contract.bid === 'number' ? contract.bid : ALL_POINTS;
  return contract.biddingTeam === team ? bid : ALL_POINTS - bid + 1;
}

/** Seven tricks and thirty-five in count. */
const ALL_POINTS = 42;

/** Why a domino may not be played now, or null if it may. */
export function whyNot({ view, words }: Texas42Scene, domino: string): string | null {
  const found = view.unplayable.find((other) => other.domino === domino);
  if (!found) return null;
  const suit = view.ledSuit ? words.suit(view.ledSuit) : '';
  return words.whyNot[found.reason]?.(suit) ?? words.refusals[found.reason] ?? '';
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

/** Passing is found where one looks first. */
export const passFirst = (offered: Call[]): Call[] => [...offered.filter((call) => call === 'pass'), ...offered.filter((call) => call !== 'pass')];

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
  return sidesFromViewer(scene).map((team) => `${sideName(scene, team)}: ${unit(totals[team])}`).join(', ');
}

/** Everybody's dominoes beside the table, for replays with open hands. */
export function openView(views: View[], players: Player[]): View {
  const [first] = views;
  if (!first) throw new Error('a table without seats');
  const hands = players.map(({ uuid }, place) => [uuid, views[place]?.playerHand ?? []]);
  return { ...first, openHands: Object.fromEntries(hands) };
}
