import { expect, test, vi } from 'vitest';

// A page built without the pocket, in a browser that has cached it and prefers games on the device.
vi.mock('$shell/pocket/pocket.svelte', () => ({ pocket: { isBuilt: false, has: () => false, get: () => Promise.reject(new Error('there is no pocket')) } }));
vi.mock('$shell/pocket/keeper.svelte', () => ({ keeper: { state: 'kept' } }));
vi.mock('$shell/pocket/kept', () => ({ isKept: () => Promise.resolve(true) }));
vi.mock('$shell/settings.svelte', () => ({ settings: { now: { onDevice: true } } }));
vi.mock('./connection.svelte', () => ({ connection: { status: 'offline', settled: Promise.resolve() }, PATIENCE_MILLIS: 1 }));

test('without a pocket every game is played at the house', async () => {
  const { houseForBots, houseOf, settledHouseForBots } = await import('./houses');
  const { connection } = await import('./connection.svelte');
  expect(houseForBots()).toBe(connection);
  expect(houseOf('VHG4SC')).toBe(connection);
  expect(await settledHouseForBots()).toBe(connection);
});

test('without a pocket a network failure is reported', async () => {
  const { getJson } = await import('./api');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is gone')));
  await expect(getJson('/api/games')).rejects.toThrow('the network is gone');
  vi.unstubAllGlobals();
});
