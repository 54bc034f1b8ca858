// Joins the pages of the house's export into one copy of all games of a player.

/** A page of the export; `next` is the path of the next page. */
export interface Page {
  text: string;
  next: string | null;
}

/** The path with `rel="next"` in a `Link` header, if there is one. */
export const nextPage = (link: string | null): string | null => /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;

/** All pages as one text: one list of games, or one table with one header line. */
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
