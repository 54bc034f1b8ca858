// A page that was built without the pocket says so, and offers nothing that needs it.

import { beforeEach, expect, test, vi } from 'vitest';

// No browser is here to open a pocket.
vi.mock('./client', () => ({ Client: { start: () => new Promise(() => undefined) } }));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});

/** The first drawing waits for all components to be compiled. */
const MOST_MILLIS = 120_000;

/** The home page's switch and the page about this device, as they begin. */
async function drawn(isBuilt: boolean) {
  vi.stubGlobal('__POCKET__', isBuilt);
  const { render } = await import('svelte/server');
  const { words } = await import('$shell/words/words.svelte');
  const { default: PlayHere } = await import('./PlayHere.svelte');
  const { default: Pocket } = await import('$shell/screens/Pocket.svelte');
  return { words: words.pocket, home: render(PlayHere).body, device: render(Pocket).body };
}

test('without the pocket the page says so', async () => {
  const { words, home, device } = await drawn(false);
  expect(device).toContain(words.none);
  expect(device).not.toContain(words.tables);
  expect(home).not.toContain('type="checkbox"');
}, MOST_MILLIS);

test('with the pocket nothing says that there is none', async () => {
  const { words, home, device } = await drawn(true);
  expect(device).not.toContain(words.none);
  expect(device).toContain(words.tables);
  expect(home).toContain('type="checkbox"');
}, MOST_MILLIS);
