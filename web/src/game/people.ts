// People as the table shows them.

import type { Player } from '$shell/protocol/messages';

/** The name that the house gives to a bot: it only counts the chairs. */
const NUMBERED = /^Bot \d+$/;

/** The players with names for the bots, by how well they play; the second of a kind is numbered. */
export function withBotNames(players: Player[], animals: Record<string, string>): Player[] {
  const taken = new Map<string, number>();
  return players.map((player) => {
    const animal = player.level ? animals[player.level] : undefined;
    if (!animal || !NUMBERED.test(player.nickname)) return player;
    const count = (taken.get(animal) ?? 0) + 1;
    taken.set(animal, count);
    return { ...player, nickname: count === 1 ? animal : `${animal} ${count}` };
  });
}

/** Whether a bot plays for somebody who has gone; a bot of its own has a level. */
export const isAbandoned = ({ bot, level }: Player): boolean => bot && level === undefined;

/** The first letter of a name, as the reader sees letters. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
