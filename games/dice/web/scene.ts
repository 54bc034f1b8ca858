// A scene of dice, and facts computed from it: what can be thrown, set and bought now.

import type { Player, Scene } from '$shell/game/part';
import type { PoolDie, Standing, View } from './wire';
import type { Words } from './words/en';

export type DiceScene = Scene<View, Words>;

/** The places of the dice that can be rerolled; empty if none can. */
export function throwable({ legal }: DiceScene): number[] {
  return legal.flatMap((action) => (action.reroll ? (action.reroll.dice as number[]) : []));
}

export const may = ({ legal }: DiceScene, command: string): boolean => legal.some((action) => command in action);

/** The faces to which a die can be set. */
export function settable({ legal }: DiceScene, die: number): number[] {
  return legal.flatMap(({ set_wild }) => (set_wild?.die === die ? [set_wild.face as number] : []));
}

/** Whether an offer can be paid for now. */
export const buyable = ({ legal }: DiceScene, offer: number): boolean => legal.some(({ buy }) => buy?.offer === offer);

/** The dice that are thrown if these are kept: all others that can be thrown. */
export function thrownBeside(scene: DiceScene, kept: number[]): number[] {
  return throwable(scene).filter((die) => !kept.includes(die));
}

/** The places of dice with these faces, each place once; null if there are not enough. */
export function placesOf(pool: PoolDie[], faces: number[]): number[] | null {
  const places: number[] = [];
  for (const face of faces) {
    const found = pool.find((die) => die.face === face && !places.includes(die.index));
    if (!found) return null;
    places.push(found.index);
  }
  return places;
}

/** The open view of a game: the first seat's view, with its run and everybody's standings. */
export function openView(views: View[]): View {
  const [first] = views;
  if (!first) throw new Error('a table must have seats');
  return first;
}

/** A player, as the log names them. */
export interface Who {
  name: string;
  you: boolean;
}

export const whoIs = (scene: DiceScene, uuid: string): Who => ({ name: scene.name(uuid), you: scene.me !== null && scene.me.uuid === uuid });

/** The end of a game, such as "You win the race". */
export function endOf(scene: DiceScene, winners: string[], passed: Record<string, number>): string {
  const { words, view, me } = scene;
  if (!view.race) return words.end(winners.length > 0, Object.values(passed)[0] ?? 0);
  if (winners.length === 0) return words.nobody;
  const others = winners.filter((winner) => winner !== me?.uuid).map(scene.name).join(words.and);
  if (me === null || !winners.includes(me.uuid)) return words.wins(others, winners.length);
  return winners.length === 1 ? words.youWin : words.youTie(others);
}

export function standingOf(view: View, players: Player[], seat: number): Standing | undefined {
  const uuid = players.find((player) => player.seat === seat)?.uuid;
  return view.standings.find(({ playerUuid }) => playerUuid === uuid);
}

/** The note about a player in a race: what they do now, and the number of rounds that they have passed. */
export function noteOf({ view, players, words }: DiceScene, seat: number): string | null {
  const standing = standingOf(view, players, seat);
  if (!standing || !view.race) return null;
  const { doing, rerolled, passed } = standing;
  const now = doing === 'playing' && rerolled > 0 ? words.threwAgain(rerolled) : words.doing[doing];
  return [now, ...(passed > 0 ? [words.rounds(passed)] : [])].join(' · ');
}
