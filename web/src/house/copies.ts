// A copy of all of a player's own games, however many pages the house makes of them.

/** A page of a copy as the house gives it; `next` is the path of the next one. */
export interface Page {
  text: string;
  next: string | null;
}

/** The path behind `rel="next"` in a header `Link`, if there is one. */
export const nextOf = (link: string | null): string | null => /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;

/** All pages as one text: one list of games, or one table under one line of names. */
export async function wholeCopy(format: 'json' | 'csv', pageOf: (path: string) => Promise<Page>): Promise<string> {
  const pages: string[] = [];
  for (let path: string | null = `/api/me/export?format=${format}`; path !== null; ) {
    const page: Page = await pageOf(path);
    pages.push(page.text);
    path = page.next;
  }
  const [first = '', ...others] = pages;
  if (others.length === 0) return first;
  if (format === 'csv') return first + others.map((text) => text.slice(text.indexOf('\n') + 1)).join('');
  const games = pages.flatMap((text) => (JSON.parse(text) as { games: unknown[] }).games);
  return JSON.stringify({ games, next: null });
}
