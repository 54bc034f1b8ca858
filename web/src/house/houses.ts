// Which house a table belongs to, and where a new one is opened.

import { keeper } from '$shell/pocket/keeper.svelte';
import { pocket } from '$shell/pocket/pocket.svelte';
import { settings } from '$shell/settings.svelte';
import { connection } from './connection.svelte';
import type { House } from './house';

/** The house of a table. Codes are drawn from so many that no two houses share one by chance. */
export const houseOf = (code: string): House => (pocket.has(code) ? pocket : connection);

/** Where a table against bots is opened, once it is known whether the house can be reached. */
export async function settledHouseForBots(): Promise<House> {
  if (keeper.state === 'kept') await connection.settled;
  return houseForBots();
}

/** Where a table against bots is opened: where the player likes, and on this device if there is no network. */
export function houseForBots(): House {
  const here = settings.now.onDevice || (connection.status === 'offline' && keeper.state === 'kept');
  return pocket.isBuilt && here ? pocket : connection;
}
