// Requests to the house's HTTP API. Without a network, and for the tables of this device, the pocket gives the same answers.

import { isKept } from '$shell/pocket/kept';
import { pocket } from '$shell/pocket/pocket.svelte';
import type { GameInfo } from '$shell/protocol/messages';
import { PATIENCE_MILLIS } from './connection.svelte';
import { nextPage, wholeCopy } from './copies';
import { bearersOf, ownToken } from './keys';
import { Refused } from './refused';

export { Refused };

export async function getJson<Answer>(path: string): Promise<Answer> {
  // The pocket also answers if the network drops everything.
  const limit = pocket.isBuilt && (await isKept()) ? { signal: AbortSignal.timeout(PATIENCE_MILLIS) } : {};
  const response = await fetch(path, limit).catch(unlessPocket);
  return response ? read(response) : pocket.get(path);
}

/** Handles a failed request: null if the pocket of this device can answer instead, otherwise the error. */
async function unlessPocket(error: unknown): Promise<null> {
  if (pocket.isBuilt && (await isKept())) return null;
  throw error;
}

/** Loads something about a table. A private table is open to its players and to holders of a share key. */
export async function getOfTable<Answer>(code: string, path: string): Promise<Answer> {
  if (pocket.has(code)) return pocket.get(`/api/tables/${code}/${path}`);
  const [first, ...others] = bearersOf(code);
  const ask = (bearer?: string) => fetch(`/api/tables/${code}/${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
  let response = await ask(first);
  // The key of a link may have been revoked, although this player still has a seat there.
  for (const bearer of others) if (response.status === 404) response = await ask(bearer);
  return read(response);
}

/** Sends a request as this browser's player. A new player has no token until the house has answered. */
async function asOwn(path: string, method = 'GET', body?: object): Promise<Response> {
  for (let tries = 0; !ownToken() && tries < 100; tries += 1) await new Promise((resume) => setTimeout(resume, 50));
  const headers: Record<string, string> = { authorization: `Bearer ${ownToken() ?? ''}` };
  if (!body) return fetch(path, { method, headers });
  return fetch(path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Loads something for this browser's player. */
export async function getOwn<Answer>(path: string): Promise<Answer> {
  return read(await asOwn(path));
}

/** Sends something as this browser's player and returns the answer. */
export async function postOwn<Answer>(path: string, body: object): Promise<Answer> {
  return read(await asOwn(path, 'POST', body));
}

/** Saves a copy of all own games as a file. */
export async function saveGames(format: 'json' | 'csv'): Promise<void> {
  const text = await wholeCopy(format, async (path) => {
    const response = await asOwn(path);
    if (!response.ok) return read<never>(response);
    return { text: await response.text(), next: nextPage(response.headers.get('link')) };
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/json' }));
  link.download = `tallyhouse-games.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the player of this browser. */
export async function deleteOwn(): Promise<void> {
  await read(await asOwn('/api/me', 'DELETE'));
}

export async function postJson<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(unlessPocket);
  return response ? read(response) : pocket.get(path, body);
}

async function read<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { code, message } = answer?.error ?? { code: 'page/unreachable', message: response.statusText };
  throw new Refused(code, message);
}

let games: Promise<GameInfo[]> | null = null;

/** The games of the house. They are loaded once. */
export function listGames(): Promise<GameInfo[]> {
  games ??= getJson<GameInfo[]>('/api/games').catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

/** Scores something outside any game. */
export const score = (game: string, request: object): Promise<unknown> => postJson(`/api/score/${game}`, request);
