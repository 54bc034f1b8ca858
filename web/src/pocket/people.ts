// The people who share this device: its owner, and guests with ids that follow from the owner's.

import { entropy } from '$shell/house/chance';
import { guestOf, pocket } from './pocket.svelte';

/** Lets guests sit down at a table of the pocket; what is refused, as a second person of the same name, is left out. */
export async function seatPeople(code: string, names: string[]): Promise<void> {
  let number = 2;
  for (const name of names) {
    const nickname = name.trim();
    if (nickname === '') continue;
    await pocket.askAs(guestOf(pocket.player, number), 'join_game', { gameCode: code, nickname, entropy: entropy() });
    number += 1;
  }
}

/** Whether somebody plays at this device. */
export const isHere = (player: string): boolean => player === pocket.player || player.startsWith(`${pocket.player}-`);
