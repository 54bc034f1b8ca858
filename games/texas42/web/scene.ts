// A scene of Texas 42, and facts computed from it: the sides, and what each player may do now.

import type { Player, Scene } from '$shell/game/part';
import type { Bid, Call, Laid, Team, TrumpName, View } from './wire';
import type { Words } from './words/en';

export type Texas42Scene = Scene<View, Words>;

export const TEAMS: Team[] = ['northSouth', 'eastWest'];

/** The side of a seat. Partners sit opposite each other. */
export const teamOf = (seat: number): Team => (seat % 2 === 0 ? 'northSouth' : 'eastWest');

export const otherTeam = (team: Team): Team => (team === 'northSouth' ? 'eastWest' : 'northSouth');

/** The name of a side by its players, such as "Ann and Cid". */
export function teamName({ players, words }: Texas42Scene, team: Team): string {
  const names = players.filter(({ seat }) => teamOf(seat) === team).map(({ nickname }) => nickname);
  return names.join(words.and);
}

/** The name of a side for the viewer: the own side is "you and Cid". */
export function sideName(scene: Texas42Scene, team: Team): string {
  const { me, players, words } = scene;
  if (!me || teamOf(me.seat) !== team) return teamName(scene, team);
  const partner = players.find(({ seat }) => seat === (me.seat + 2) % 4);
  return words.youAnd(partner?.nickname ?? '–');
}

/** The sides, the viewer's own first. */
export function sidesFromViewer({ seat }: Texas42Scene): Team[] {
  return seat === null || teamOf(seat) === 'northSouth' ? TEAMS : TEAMS.toReversed();
}

/** A player, as the log names them. */
export interface Who {
  name: string;
  you: boolean;
}

export const whoIs = (scene: Texas42Scene, uuid: string | null): Who => ({ name: scene.name(uuid), you: scene.me !== null && scene.me.uuid === uuid });

/** A name, or the word for the viewer. */
export const calledName = (scene: Texas42Scene, uuid: string): string => (scene.me?.uuid === uuid ? scene.words.you : scene.name(uuid));

/** For example "You and Cid win the game". */
export const winsText = (scene: Texas42Scene, team: Team): string => scene.words.wins(sideName(scene, team));

/** The text beside a player: the last call during the auction, afterwards only the winner's bid. */
export function saidBy({ view, words }: Texas42Scene, uuid: string): string | null {
  if (view.contract) {
    const { bidderUuid, bid } = view.contract;
    return bidderUuid === uuid ? words.callShort(bid) : null;
  }
  const said = view.bids.findLast(({ playerUuid }) => playerUuid === uuid)?.bid;
  return said === undefined ? null : words.callShort(said);
}

/** The trick on the table: the current one, or the last one until the next is led. */
export function shownTrick({ currentTrick, tricks }: View): { plays: Laid[]; wonBy: string | null } {
  const last = currentTrick.length === 0 ? tricks.at(-1) : undefined;
  return { plays: last?.plays ?? currentTrick, wonBy: last?.playerUuid ?? null };
}

/** The points that a side needs to make its bid or to set the other side; null if only tricks count. */
export function needed({ contract }: View, team: Team): number | null {
  if (!contract || contract.trump === 'nello' || contract.trump === 'sevens') return null;
  const bid = typeof contract.bid === 'number' ? contract.bid : ALL_POINTS;
  return contract.biddingTeam === team ? bid : ALL_POINTS - bid + 1;
}

/** The points of a hand: seven tricks and thirty-five in count. */
const ALL_POINTS = 42;

/** The reason why a domino is illegal now, or null if it is legal. */
export function whyNot({ view, words }: Texas42Scene, domino: string): string | null {
  const found = view.unplayable.find((other) => other.domino === domino);
  if (!found) return null;
  const suit = view.ledSuit ? words.suit(view.ledSuit) : '';
  return words.whyNot[found.reason]?.(suit) ?? words.refusals[found.reason] ?? '';
}

/** The places of the seats: the viewer's own at the bottom, then clockwise in the order of play. */
export const PLACES = ['south', 'west', 'north', 'east'] as const;
export type TablePlace = (typeof PLACES)[number];

export function seatPlace(seat: number, viewer: number | null): TablePlace {
  return PLACES[(seat - (viewer ?? 0) + 4) % 4] ?? 'south';
}

export const toMove = (view: View, players: Player[]): number[] =>
  players.filter(({ uuid }) => uuid === view.currentTurn).map(({ seat }) => seat);

/** The calls that the viewer may make now; empty when it is not their turn to bid. */
export function calls({ legal }: Texas42Scene): Call[] {
  return legal.flatMap((action) => (action.place_bid ? [action.place_bid.bid as Call] : []));
}

/** The calls with a pass in the first place, where players look first. */
export const passFirst = (offered: Call[]): Call[] => [...offered.filter((call) => call === 'pass'), ...offered.filter((call) => call !== 'pass')];

/** The trumps that the viewer may name now. */
export function trumps({ legal }: Texas42Scene): TrumpName[] {
  return legal.flatMap((action) => (action.name_trump ? [action.name_trump.trump as TrumpName] : []));
}

export const mayLayDown = ({ legal }: Texas42Scene): boolean => legal.some((action) => 'lay_down' in action);

/** A call as one word, such as `31`, `marks-2` or `pass`, for keys and tests. */
export function callKey(call: Call): string {
  if (typeof call !== 'object') return String(call);
  const [[kind, marks] = ['', 0]] = Object.entries(call as Exclude<Bid, number>);
  return `${kind}-${marks}`;
}

/** For example "Ann and Cid: 3 marks, Bob and Dot: 1 mark". */
export function standings(scene: Texas42Scene, totals: View['totals']): string {
  const unit = scene.view.gameType === 'marks' ? scene.words.marks : scene.words.points;
  return sidesFromViewer(scene).map((team) => `${sideName(scene, team)}: ${unit(totals[team])}`).join(', ');
}

/** Joins the views of all seats into one with open hands. */
export function openView(views: View[], players: Player[]): View {
  const [first] = views;
  if (!first) throw new Error('a table must have seats');
  const hands = players.map(({ uuid }, place) => [uuid, views[place]?.playerHand ?? []]);
  return { ...first, openHands: Object.fromEntries(hands) };
}
