// Chooses the house of a table, and the house for a new table.

import { keeper } from '$shell/pocket/keeper.svelte';
import { pocket } from '$shell/pocket/pocket.svelte';
import { settings } from '$shell/settings.svelte';
import { connection } from './connection.svelte';
import type { House } from './house';

/** The house of a table. There are so many codes that two houses never use the same one by chance. */
export const houseOf = (code: string): House => (pocket.has(code) ? pocket : connection);

/** The house for a new table against bots, after it is known whether the house can be reached. */
export async function settledHouseForBots(): Promise<House> {
  if (keeper.state === 'kept') await connection.settled;
  return houseForBots();
}

/** The house for a new table against bots: the player's choice, or this device if there is no network. */
export function houseForBots(): House {
  const here = settings.now.onDevice || (connection.status === 'offline' && keeper.state === 'kept');
  return pocket.isBuilt && here ? pocket : connection;
}
