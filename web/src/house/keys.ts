// This browser's access to private tables: its token, and the share keys that came with links.
//
// A share link is `/t/CODE#key`, and the same for a replay and a review. The part after `#` is never
// sent to the house with the address, so it appears in no log of a server or a proxy.

const TOKEN = 'tallyhouse.token';
const KEYS = 'tallyhouse.keys';

/** More tables than anybody watches; the oldest keys are forgotten first. */
const MOST_KEYS = 12;

const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** The token of this browser. Without storage it lasts as long as the page. */
let token: string | null = stored(TOKEN);

export const ownToken = (): string | null => stored(TOKEN) ?? token;

export function keepToken(value: string): void {
  token = value;
  store(TOKEN, value);
}

/** Forgets the token, so that the next connection is a new player. */
export function forgetToken(): void {
  token = null;
  try {
    localStorage.removeItem(TOKEN);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The keys by the code of their table, the latest first. */
let keys: [string, string][] = readKeys();

/** The key of a table, if a link brought one. */
export const shareKey = (code: string): string | undefined => keys.find(([known]) => known === code)?.[1];

/** Stores the key of a link: the part after `#` in the address of a table. */
export function keepKey(code: string, hash: string): void {
  const key = hash.replace(/^#/, '').toLowerCase();
  if (!isKey(key)) return;
  keys = [[code, key] as [string, string], ...keys.filter(([known]) => known !== code)].slice(0, MOST_KEYS);
  store(KEYS, JSON.stringify(keys));
}

/** The additional fields of a command that looks at this table. */
export function withKey(code: string): { key?: string } {
  const key = shareKey(code);
  return key === undefined ? {} : { key };
}

/** The bearer values that may authorize a request about this table, to be tried in turn: the key of a
 *  link, then the token of this browser. */
export function bearersOf(code: string): string[] {
  return [shareKey(code), ownToken()].filter((bearer) => typeof bearer === 'string');
}

function readKeys(): [string, string][] {
  try {
    const value: unknown = JSON.parse(stored(KEYS) ?? '[]');
    return Array.isArray(value) ? value.filter(isPair).slice(0, MOST_KEYS) : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string' && isKey(value[1]);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage it lasts as long as the page.
  }
}
