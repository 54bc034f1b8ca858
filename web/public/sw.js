// Caches the shell of the page, so that it opens at once and without a network. When the page asks
// for it, caches all files of the build, including those that play on this device. Never caches
// anything of `/api/` or the sockets.

const CACHE = 'tallyhouse-shell';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

/** The page was loaded before this worker started, so this fetches again the files that the page names. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  const answer = await fetch('/');
  if (!answer.ok) throw new Error('the house did not serve the page');
  await cache.put('/', answer.clone());
  const named = [...(await answer.text()).matchAll(/(?:href|src)="(\/[\w./-]+)"/g)].map(([, path]) => path);
  await cache.addAll([...new Set(named)]);
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keepAll(event.source));
});

/** The list of a build's files. It is cached last: if it is in the cache, so are all files of the build. */
const FILES = '/files.json';

/** The file lists of the last two builds, the newer one first. A page of the older build may still be open, and may still load some of its parts. */
const BUILDS = '/builds.json';

/** The number of files fetched at once. It is small, so that requests of the page are not held up. */
const AT_ONCE = 3;

/** Fetches every file of the build that is missing, reports progress, and deletes the files of all builds before the last one. */
async function keepAll(page) {
  const cache = await caches.open(CACHE);
  try {
    const [list, shell] = await Promise.all([fetch(FILES, { cache: 'no-cache' }), fetch('/', { cache: 'no-cache' })]);
    if (!list.ok || !shell.ok) throw new Error('the house did not serve the page');
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
    await noteBuild(cache, files);
    page?.postMessage({ kind: 'kept' });
  } catch {
    // If all files of this build are cached, the page works offline.
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

/** The content behind a hashed name never changes. */
async function keptFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The page itself must be the newest one; all addresses show the same page. */
async function houseFirst(request) {
  const cache = await caches.open(CACHE);
  const isWhole = (await cache.match(FILES)) !== undefined;
  try {
    const answer = await (isWhole ? Promise.race([fetch(request), tooLate()]) : fetch(request));
    // With a complete build in the cache, `keepAll` replaces the page together with its files.
    if (answer.ok && !isWhole) {
      if (await isOtherPage(cache, answer.clone())) await lookForBuild(cache);
      await cache.put('/', answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** A network that drops everything reports no error. With a complete build in the cache, the page waits no longer than this. */
const PATIENCE_MILLIS = 6_000;

const tooLate = () => new Promise((_, reject) => setTimeout(() => reject(new Error('the house does not answer')), PATIENCE_MILLIS));

/** Icons and the like are small and seldom requested. */
async function houseElseKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** Whether the page differs from the cached one. */
async function isOtherPage(cache, answer) {
  const before = await cache.match('/');
  return before !== undefined && (await before.text()) !== (await answer.text());
}

/** Loads the file list of the newer build. Without an answer nothing is deleted. */
async function lookForBuild(cache) {
  try {
    const list = await fetch(FILES, { cache: 'no-cache' });
    if (list.ok) await noteBuild(cache, (await list.json()).files);
  } catch {
    // `keepAll` will ask again.
  }
}

/** Notes the file list of a build, and deletes the files of all builds except this one and the previous one. */
async function noteBuild(cache, files) {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/assets/'));
  const noted = await cache.match(BUILDS);
  // If no list was noted yet, the cached files are those of the previous build.
  const [newest, before] = noted ? await noted.json() : [paths, []];
  const isNew = JSON.stringify(newest) !== JSON.stringify(files);
  const builds = isNew ? [files, newest] : [newest, before];
  await cache.put(BUILDS, new Response(JSON.stringify(builds)));
  const known = new Set(builds.flat());
  await Promise.all(paths.filter((path) => !known.has(path)).map((path) => cache.delete(path)));
}
