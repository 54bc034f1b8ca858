// The sections of the rules: each heading with the blocks below it, and an anchor that is the same in every language.

import type { Block } from './markdown';

export interface Section {
  /** For example `section-3`. */
  id: string;
  level: number;
  title: string;
  blocks: Exclude<Block, { kind: 'heading' }>[];
}

export function sectionsOf(blocks: Block[]): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ id: `section-${sections.length}`, level: block.level, title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}
