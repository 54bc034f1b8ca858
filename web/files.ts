// Lists the files of a build in `files.json`, so that a browser can fetch all of them for use offline.

import type { Plugin } from 'vite';

export function files(): Plugin {
  return {
    name: 'files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      // The name of the entry file changes with everything that it loads, so it identifies the build.
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry) this.error('the page has no script');
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const paths = names.map((name) => `/${name}`).toSorted();
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify({ entry: `/${entry.fileName}`, files: paths }) });
    },
  };
}
