// Makes the scene for a game's part from the house's messages about a table.

import type { Legal, Player, Sync } from '$shell/protocol/messages';
import type { Moment } from '$shell/house/replay';
import { words as page } from '$shell/words/words.svelte';
import type { AnyPart, AnyScene, GameWords } from './part';
import { withBotNames } from './people';

/** `former` has the names of players who have left, by id: earlier events still name them. */
export function sceneOf(state: Sync, words: GameWords, former: ReadonlyMap<string, string> = new Map()): AnyScene {
  const players = withBotNames(state.players.toSorted((a, b) => a.seat - b.seat), page.table.animals);
  return {
    view: state.view,
    players,
    seat: state.seat,
    me: players.find(({ seat }) => seat === state.seat) ?? null,
    legal: actionsOf(state.legal),
    options: state.options ?? {},
    table: state.table,
    words,
    name: (who) => nameOf(players, who) ?? former.get(String(who)) ?? '–',
  };
}

/** A moment of a finished game as a seat saw it, or with everything open if `viewer` is null. */
export function sceneAt(moments: Moment[], place: number, viewer: number | null, table: Sync, part: AnyPart, words: GameWords): AnyScene {
  const bySeat = [...(moments[place]?.told ?? [])].sort((a, b) => a.seat - b.seat);
  const players = [...table.players].sort((a, b) => a.seat - b.seat);
  const view = viewer === null ? part.openView(bySeat.map((heard) => heard.view), players) : seenBy(viewer, moments, place);
  return sceneOf({ ...table, seat: viewer ?? 0, legal: [], view: view as Sync['view'] }, words);
}

/** The view of a seat at a moment. If the seat received nothing at that moment, this is its last view before. */
function seenBy(viewer: number, moments: Moment[], place: number): unknown {
  const heardBy = ({ told }: Moment) => told.find(({ seat }) => seat === viewer);
  const moment = moments.slice(0, place + 1).findLast(heardBy) ?? moments.find(heardBy);
  return moment && heardBy(moment)?.view;
}

function nameOf(players: Player[], who: unknown): string | undefined {
  return players.find(({ uuid, seat }) => uuid === who || seat === who)?.nickname;
}

/** The legal actions, one in each entry. A game with too many actions to list groups them by command. */
export function actionsOf(legal: Sync['legal']): Legal[] {
  if (Array.isArray(legal)) return legal;
  return Object.entries(legal).flatMap(([command, fields]) => [fields].flat().map((one) => ({ [command]: one })));
}
