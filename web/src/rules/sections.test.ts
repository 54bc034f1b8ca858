import { expect, test } from 'vitest';
import { readRules } from './markdown';
import { sectionsOf } from './sections';

test('a section is a heading with the blocks below it', () => {
  const sections = sectionsOf(readRules('# A\n\none\n\ntwo\n\n## B\n\n### C\n\nthree\n'));
  expect(sections.map(({ id, level, title, blocks }) => [id, level, title, blocks.length])).toEqual([
    ['section-0', 1, 'A', 2],
    ['section-1', 2, 'B', 0],
    ['section-2', 3, 'C', 1],
  ]);
});
