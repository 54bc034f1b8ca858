// Keeps the shell of the page, so that it opens at once and without a network. Games need the
// house all the same: nothing of `/api/` or the sockets is ever kept.

const CACHE = 'tallyhouse-shell';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add('/')));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/socket.io/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (request.mode === 'navigate') event.respondWith(houseFirst(request));
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

/** When the page names other files than before, those of the old build go. */
async function forgetOldFiles(cache, answer) {
  const before = await cache.match('/');
  if (!before || (await before.text()) === (await answer.text())) return;
  const names = await cache.keys();
  await Promise.all(names.map((name) => cache.delete(name)));
}
