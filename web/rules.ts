// Lets the page import the rules of a game as blocks that are ready to draw.

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { readRules } from './src/rules/markdown';

export function rules(): Plugin {
  return {
    name: 'rules',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?');
      if (!/\/rules\/[a-z]{2}\.md$/.test(file)) return null;
      const blocks = readRules(await readFile(file, 'utf8'));
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(blocks)};`, moduleType: 'js' };
    },
  };
}
