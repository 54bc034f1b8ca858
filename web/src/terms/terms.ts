// The special words of a game, found in its sentences so that each can be explained where it stands.

/** A word with its other forms, as `skunk|skunked`, and what it means in a sentence or two. */
export type Term = [words: string, means: string];

export type Terms = Record<string, Term>;

/** A piece of a sentence; `key` names the term that it is. */
export interface Piece {
  text: string;
  key?: string;
}

/** A word and its other forms, as they stand in a sentence. */
export const formsOf = ([words]: Term): string[] => words.toLowerCase().split('|');

/** The word itself, as a heading. */
export const headword = ([words]: Term): string => words.split('|')[0] ?? '';

/** A sentence in pieces. Each term is marked once, where it comes first; the one that is being explained is not. */
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
  /** The key of a term by any of its forms. */
  keys: Map<string, string>;
}

const finders = new WeakMap<Terms, Finder>();

function finderOf(terms: Terms): Finder {
  const known = finders.get(terms);
  if (known) return known;
  const keys = new Map(Object.entries(terms).flatMap(([key, term]) => formsOf(term).map((form) => [form, key] as const)));
  // The longest first: "double skunk" is not a skunk.
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

/** The game that these words belong to, if it was said. */
export const gameOf = (terms: Terms): string | undefined => glossaries.get(terms);
