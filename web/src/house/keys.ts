// What opens private tables to this browser: its token, and the share keys that came with links.
//
// A share link is `/t/CODE#key`, and the same for a replay and a review. What stands after `#` is
// never sent to the house with the address, so no log of a server or a proxy has it.

const TOKEN = 'tallyhouse.token';
const KEYS = 'tallyhouse.keys';

/** More than anybody watches; the oldest are forgotten first. */
const MOST_KEYS = 12;

const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** The token of this browser. Without storage it lasts as long as the page. */
let token: string | null = stored(TOKEN);

export const ownToken = (): string | null => stored(TOKEN) ?? token;

export function keepToken(value: string): void {
  token = value;
  store(TOKEN, value);
}

/** The token is no longer good: the next visit is somebody new. */
export function forgetToken(): void {
  token = null;
  try {
    localStorage.removeItem(TOKEN);
  } catch {
    // What was never stored need not be forgotten.
  }
}

/** The keys by the code of their table, the latest first. */
let keys: [string, string][] = readKeys();

/** The key of a table, if a link brought one. */
export const keyOf = (code: string): string | undefined => keys.find(([known]) => known === code)?.[1];

/** Keeps the key of a link: what stands after `#` in the address of a table. */
export function keepKey(code: string, hash: string): void {
  const key = hash.replace(/^#/, '').toLowerCase();
  if (!isKey(key)) return;
  keys = [[code, key] as [string, string], ...keys.filter(([known]) => known !== code)].slice(0, MOST_KEYS);
  store(KEYS, JSON.stringify(keys));
}

/** What a command that looks at this table brings besides. */
export function withKey(code: string): { key?: string } {
  const key = keyOf(code);
  return key === undefined ? {} : { key };
}

/** What a request about this table may prove its right with, to be tried in turn: a key that came
 *  with a link, and who we are. */
export function bearersOf(code: string): string[] {
  return [keyOf(code), ownToken()].filter((bearer) => typeof bearer === 'string');
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
