// People as the table shows them.

import type { Player } from '$shell/protocol/messages';

/** The name that the house gives to a bot: it only counts the chairs. */
const NUMBERED = /^Bot \d+$/;

/** The players with names for the bots, by how well they play: the animal itself, then others of its kind. */
export function withBotNames(players: Player[], animals: Record<string, string[]>): Player[] {
  const taken = new Map<string, number>();
  return players.map((player) => {
    const names = player.level ? animals[player.level] : undefined;
    if (!player.level || !names || !NUMBERED.test(player.nickname)) return player;
    const count = taken.get(player.level) ?? 0;
    taken.set(player.level, count + 1);
    return { ...player, nickname: names[count] ?? player.nickname };
  });
}

/** Whether a bot plays for somebody who has gone; a bot of its own has a level. */
export const isAbandoned = ({ bot, level }: Player): boolean => bot && level === undefined;

/** The first letter of a name, as the reader sees letters. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
