import { expect, test } from 'vitest';
import { nextPage, wholeCopy, type Page } from './copies';

const paths = (format: string) => [`/api/me/export?format=${format}`, '/two', '/three'];

/** A house with three pages of this format. */
function house(format: string, texts: string[]) {
  const asked: string[] = [];
  const pageOf = (path: string): Promise<Page> => {
    const place = paths(format).indexOf(path);
    asked.push(path);
    return Promise.resolve({ text: texts[place] ?? '', next: paths(format)[place + 1] ?? null });
  };
  return { asked, pageOf };
}

test('all pages become one list of games', async () => {
  const { asked, pageOf } = house('json', ['{"games":[1,2],"next":"x"}', '{"games":[3],"next":"y"}', '{"games":[4],"next":null}']);
  expect(JSON.parse(await wholeCopy('json', pageOf))).toEqual({ games: [1, 2, 3, 4], next: null });
  expect(asked).toEqual(paths('json'));
});

test('all pages become one table with one header line', async () => {
  const { pageOf } = house('csv', ['a,b\r\n1,2\r\n', 'a,b\r\n3,4\r\n', 'a,b\r\n5,6\r\n']);
  expect(await wholeCopy('csv', pageOf)).toBe('a,b\r\n1,2\r\n3,4\r\n5,6\r\n');
});

test('a single page stays unchanged', async () => {
  expect(await wholeCopy('csv', () => Promise.resolve({ text: 'a,b\r\n', next: null }))).toBe('a,b\r\n');
});

test('the next page is read from the header', () => {
  expect(nextPage('</api/me/export?format=csv&limit=2&before=1.A.2>; rel="next"')).toBe('/api/me/export?format=csv&limit=2&before=1.A.2');
  for (const none of [null, '', '</other>; rel="prev"']) expect(nextPage(none)).toBeNull();
});
