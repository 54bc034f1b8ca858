// The special words of a game, found in its sentences so that each can be explained where it stands.

/** A word with its other forms, as `skunk|skunked`, and what it means in a sentence or two. */
export type Term = [words: string, means: string];

export type Terms = Record<string, Term>;

/** A piece of a sentence; `key` names the term that it is. */
export interface Piece {
  text: string;
  key?: string;
}

/** The word itself, as a heading. */
export const headword = ([words]: Term): string => words.split('|')[0] ?? '';

/** A sentence in pieces. Each term is marked once, where it comes first. */
export function piecesOf(text: string, terms: Terms): Piece[] {
  const { pattern, keys } = finderOf(terms);
  if (!pattern) return [{ text }];
  const seen = new Set<string>();
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    const key = keys.get(word.toLowerCase());
    if (key === undefined || seen.has(key)) continue;
    seen.add(key);
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push({ text: word, key });
    at = index + word.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at) });
  return pieces;
}

interface Finder {
  pattern: RegExp | null;
  /** The key of a term by any of its forms. */
  keys: Map<string, string>;
}

const finders = new WeakMap<Terms, Finder>();

function finderOf(terms: Terms): Finder {
  const known = finders.get(terms);
  if (known) return known;
  const keys = new Map(Object.entries(terms).flatMap(([key, [words]]) => words.split('|').map((word) => [word.toLowerCase(), key] as const)));
  // The longest first: "double skunk" is not a skunk.
  const forms = [...keys.keys()].sort((a, b) => b.length - a.length);
  const pattern = forms.length > 0 ? new RegExp(`(?<!\\p{L})(?:${forms.join('|')})(?!\\p{L})`, 'giu') : null;
  const finder = { pattern, keys };
  finders.set(terms, finder);
  return finder;
}
