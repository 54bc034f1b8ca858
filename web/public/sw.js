// Keeps the shell of the page, so that it opens at once and without a network; and all its files,
// with those that play on this device, when the page asks for it. Nothing of `/api/` or the sockets
// is ever kept.

const CACHE = 'tallyhouse-shell';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

/** The page was loaded before this worker was there: it asks again for what the page names. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const answer = await fetch('/');
  if (!answer.ok) throw new Error('the house is not there');
  await cache.put('/', answer.clone());
  const named = [...(await answer.text()).matchAll(/(?:href|src)="(\/[\w./-]+)"/g)].map(([, path]) => path);
  await cache.addAll([...new Set(named)]);
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keepAll(event.source));
});

/** The list of a build's files; where it is kept, all of them are. */
const FILES = '/files.json';

/** So many files are fetched at once, so that what somebody waits for is not held up. */
const AT_ONCE = 3;

/** Fetches every file of the build that is not here, tells how far it is, and forgets those of older builds. */
async function keepAll(page) {
  const cache = await caches.open(CACHE);
  try {
    const [list, shell] = await Promise.all([fetch(FILES, { cache: 'no-cache' }), fetch('/', { cache: 'no-cache' })]);
    if (!list.ok || !shell.ok) throw new Error('the house is not there');
    const { files } = await list.clone().json();
    const wanted = [...files, '/icon.svg', '/icon-192.png', '/icon-512.png', '/manifest.webmanifest'];
    let done = 0;
    const rest = [...wanted];
    const fetchOn = async () => {
      for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
        if (!(await cache.match(path))) await cache.add(path);
        done += 1;
        page?.postMessage({ kind: 'keeping', done, of: wanted.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchOn));
    await cache.put('/', shell);
    await cache.put(FILES, list);
    const known = new Set(wanted);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (pathname.startsWith('/assets/') && !known.has(pathname)) await cache.delete(url);
    }
    page?.postMessage({ kind: 'kept' });
  } catch {
    // Who has all files of this build has them without a network too.
    page?.postMessage({ kind: (await cache.match(FILES)) ? 'kept' : 'failed' });
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/socket.io/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (request.mode === 'navigate') event.respondWith(houseFirst(request));
  else event.respondWith(houseElseKept(request));
});

/** A hashed name never changes its content. */
async function keptFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The page itself must be the newest there is; every address is the same page. */
async function houseFirst(request) {
  const cache = await caches.open(CACHE);
  const isWhole = (await cache.match(FILES)) !== undefined;
  try {
    const answer = await (isWhole ? Promise.race([fetch(request), tooLate()]) : fetch(request));
    // Where everything is kept, the newer page is kept together with its files.
    if (answer.ok && !isWhole) {
      await forgetOldFiles(cache, answer.clone());
      await cache.put('/', answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** On a network that swallows everything no error ever comes: who has the whole page does not wait longer. */
const PATIENCE_MILLIS = 6_000;

const tooLate = () => new Promise((_, reject) => setTimeout(() => reject(new Error('the house says nothing')), PATIENCE_MILLIS));

/** Icons and the like: small, and seldom asked for. */
async function houseElseKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** When the page names other files than before, those of the old build go. */
async function forgetOldFiles(cache, answer) {
  const before = await cache.match('/');
  if (!before || (await before.text()) === (await answer.text())) return;
  const names = await cache.keys();
  await Promise.all(names.map((name) => cache.delete(name)));
}
