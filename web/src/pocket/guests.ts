// The people who share a device: its owner, and guests whose ids are derived from the owner's.

/** The seats of the largest game. */
const MOST_PEOPLE = 4;

/** The id of a guest; the first is number 2. */
export const guestOf = (owner: string, number: number): string => `${owner}-${number}`;

/** Whether a player is the owner of a device or one of its guests. */
export const isOwnOrGuest = (player: string, owner: string): boolean => player === owner || player.startsWith(`${owner}-`);

/** A journal's text in which the people of one device are replaced by those of another. */
export function withOwner(text: string, before: string, after: string): string {
  let changed = text.replaceAll(JSON.stringify(before), JSON.stringify(after));
  for (let number = 2; number <= MOST_PEOPLE; number += 1) {
    changed = changed.replaceAll(JSON.stringify(guestOf(before, number)), JSON.stringify(guestOf(after, number)));
  }
  return changed;
}
