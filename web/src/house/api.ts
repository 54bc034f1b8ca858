// What the house answers by plain HTTP.

import type { GameInfo } from '$shell/protocol/messages';
import { bearersOf, ownToken } from './keys';

/** An answer that the house refused, with its sentence. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export async function getJson<Answer>(path: string): Promise<Answer> {
  return read(await fetch(path));
}

/** What the house tells this player. */
export async function getOwn<Answer>(path: string): Promise<Answer> {
  const token = ownToken();
  return read(await fetch(path, { headers: token ? { authorization: `Bearer ${token}` } : {} }));
}

/** What the house tells about a table; a private one opens to its people, and to who has a key. */
export async function getOfTable<Answer>(code: string, path: string): Promise<Answer> {
  const [first, ...others] = bearersOf(code);
  const ask = (bearer?: string) => fetch(`/api/tables/${code}/${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
  let response = await ask(first);
  // The key of a link may have been revoked since, while this player sat there all the time.
  for (const bearer of others) if (response.status === 404) response = await ask(bearer);
  return read(response);
}

/** Asks about the player of this browser alone. Whoever has just come has no token before the house has answered. */
async function asOwn(path: string, method = 'GET'): Promise<Response> {
  for (let tries = 0; !ownToken() && tries < 100; tries += 1) await new Promise((resume) => setTimeout(resume, 50));
  const response = await fetch(`/api/me${path}`, { method, headers: { authorization: `Bearer ${ownToken() ?? ''}` } });
  return response;
}

/** What the house tells only the player of this browser. */
export async function getOwn<Answer>(path: string): Promise<Answer> {
  return read(await asOwn(`/${path}`));
}

/** Saves such an answer as a file. */
export async function saveOwn(path: string, file: string): Promise<void> {
  const response = await asOwn(`/${path}`);
  if (!response.ok) return read(response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the player of this browser. */
export async function deleteOwn(): Promise<void> {
  await read(await asOwn('', 'DELETE'));
}

export async function postJson<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return read(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
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
