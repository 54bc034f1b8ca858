// Finds the special words of a game in sentences, so that they can be explained there.

/** A word with its other forms, such as `skunk|skunked`, and its meaning in a sentence or two. */
export type Term = [words: string, means: string];

export type Terms = Record<string, Term>;

/** A piece of a sentence; `key` names its term, if it is one. */
export interface Piece {
  text: string;
  key?: string;
}

/** All forms of a word, in lower case. */
export const formsOf = ([words]: Term): string[] => words.toLowerCase().split('|');

/** The word itself, as a heading. */
export const headword = ([words]: Term): string => words.split('|')[0] ?? '';

/** Splits a sentence into pieces. Each term is marked only at its first place; the term `except` is not marked. */
export function piecesOf(text: string, terms: Terms, except?: string): Piece[] {
  const { pattern, keys } = finderOf(terms);
  if (!pattern) return [{ text }];
  const seen = new Set([except]);
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
  /** The key of each term, by all of its forms. */
  keys: Map<string, string>;
}

const finders = new WeakMap<Terms, Finder>();

function finderOf(terms: Terms): Finder {
  const known = finders.get(terms);
  if (known) return known;
  const keys = new Map(Object.entries(terms).flatMap(([key, term]) => formsOf(term).map((form) => [form, key] as const)));
  // The longest forms first: "double skunk" must not be found as "skunk".
  const forms = [...keys.keys()].sort((a, b) => b.length - a.length);
  const pattern = forms.length > 0 ? new RegExp(`(?<!\\p{L})(?:${forms.join('|')})(?!\\p{L})`, 'giu') : null;
  const finder = { pattern, keys };
  finders.set(terms, finder);
  return finder;
}

const glossaries = new WeakMap<Terms, string>();

/** Says which game these words belong to; its rules have a list of them. */
export function belongsTo(terms: Terms, game: string): void {
  glossaries.set(terms, game);
}

/** The game that these words belong to, if `belongsTo` was called for them. */
export const gameOf = (terms: Terms): string | undefined => glossaries.get(terms);
