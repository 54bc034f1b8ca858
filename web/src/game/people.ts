// People as the table shows them.

import type { Player } from '$shell/protocol/messages';

/** The name that the house gives to a bot: only a number. */
const NUMBERED = /^Bot \d+$/;

/** The players, with animal names for the bots by level. The first bot of a level gets the first name of its list. */
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

/** Whether a bot plays for a person who has left. A bot that sat down as a bot has a level. */
export const isAbandoned = ({ bot, level }: Player): boolean => bot && level === undefined;

/** The first letter of a name, as a reader sees it (a grapheme). */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
