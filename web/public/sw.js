// Keeps the shell of the page, so that it opens at once and without a network. Games need the
// house all the same: nothing of `/api/` or the sockets is ever kept.

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
  try {
    const answer = await fetch(request);
    if (answer.ok) {
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
