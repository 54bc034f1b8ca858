// What the house answers by plain HTTP; where there is no network, and for tables of its own, the pocket answers the same.

import { isKept } from '$shell/pocket/kept';
import { pocket } from '$shell/pocket/pocket.svelte';
import type { GameInfo } from '$shell/protocol/messages';
import { PATIENCE_MILLIS } from './connection.svelte';
import { nextOf, wholeCopy } from './copies';
import { bearersOf, ownToken } from './keys';
import { Refused } from './refused';

export { Refused };

export async function getJson<Answer>(path: string): Promise<Answer> {
  // On a network that swallows everything the pocket answers too.
  const limit = pocket.isBuilt && (await isKept()) ? { signal: AbortSignal.timeout(PATIENCE_MILLIS) } : {};
  const response = await fetch(path, limit).catch(unlessPocket);
  return response ? read(response) : pocket.get(path);
}

/** The network is gone: the pocket answers, if this device has it. */
async function unlessPocket(error: unknown): Promise<null> {
  if (pocket.isBuilt && (await isKept())) return null;
  throw error;
}

/** What the house tells about a table; a private one opens to its people, and to who has a key. */
export async function getOfTable<Answer>(code: string, path: string): Promise<Answer> {
  if (pocket.has(code)) return pocket.get(`/api/tables/${code}/${path}`);
  const [first, ...others] = bearersOf(code);
  const ask = (bearer?: string) => fetch(`/api/tables/${code}/${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
  let response = await ask(first);
  // The key of a link may have been revoked since, while this player sat there all the time.
  for (const bearer of others) if (response.status === 404) response = await ask(bearer);
  return read(response);
}

/** Asks as the player of this browser. A new player has no token before the house has answered. */
async function asOwn(path: string, method = 'GET', body?: object): Promise<Response> {
  for (let tries = 0; !ownToken() && tries < 100; tries += 1) await new Promise((resume) => setTimeout(resume, 50));
  const headers: Record<string, string> = { authorization: `Bearer ${ownToken() ?? ''}` };
  if (!body) return fetch(path, { method, headers });
  return fetch(path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** What the house tells the player of this browser. */
export async function getOwn<Answer>(path: string): Promise<Answer> {
  return read(await asOwn(path));
}

/** What the house answers when the player of this browser gives it something. */
export async function postOwn<Answer>(path: string, body: object): Promise<Answer> {
  return read(await asOwn(path, 'POST', body));
}

/** Saves a copy of all own games as a file. */
export async function saveGames(format: 'json' | 'csv'): Promise<void> {
  const text = await wholeCopy(format, async (path) => {
    const response = await asOwn(path);
    if (!response.ok) return read<never>(response);
    return { text: await response.text(), next: nextOf(response.headers.get('link')) };
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

/** The games of the house; asked for once. */
export function listGames(): Promise<GameInfo[]> {
  games ??= getJson<GameInfo[]>('/api/games').catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

/** Scores something outside any game. */
export const score = (game: string, request: object): Promise<unknown> => postJson(`/api/score/${game}`, request);
