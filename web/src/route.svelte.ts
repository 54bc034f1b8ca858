// The current place in the page: path, query and hash of the address, and the screen that they name.

export type Screen =
  | { name: 'home' }
  | { name: 'create'; game: string }
  | { name: 'tables' }
  | { name: 'table'; code: string }
  | { name: 'replay'; code: string }
  | { name: 'review'; code: string }
  | { name: 'score'; game: string }
  | { name: 'rules'; game: string }
  | { name: 'learn'; game: string }
  | { name: 'settings' }
  | { name: 'practise' }
  | { name: 'daily' }
  | { name: 'duplicate'; code?: string; team?: 'a' | 'b' }
  | { name: 'history' }
  | { name: 'statistics' }
  | { name: 'pocket' }
  | { name: 'drill'; game: string; drill: string }
  | { name: 'missing' };

/** The screen of a path. */
export function screenOf(path: string): Screen {
  const [first = '', second = '', third, ...more] = path.split('/').filter(Boolean);
  if (first === 'practise' && third && more.length === 0) return { name: 'drill', game: second, drill: third };
  if (first === 'duplicate' && more.length === 0 && [undefined, 'a', 'b'].includes(third)) {
    return { name: 'duplicate', ...(second && { code: second.toUpperCase() }), ...(third && { team: third as 'a' | 'b' }) };
  }
  if (third !== undefined) return { name: 'missing' };
  if (first === '') return { name: 'home' };
  if (second === '') {
    const alone = ['tables', 'settings', 'practise', 'daily', 'history', 'statistics', 'pocket'] as const;
    const name = alone.find((known) => known === first);
    return name ? { name } : { name: 'missing' };
  }
  switch (first) {
    case 'new':
      return { name: 'create', game: second };
    case 'score':
    case 'rules':
    case 'learn':
      return { name: first, game: second };
    case 't':
      return { name: 'table', code: second.toUpperCase() };
    case 'replay':
    case 'review':
      return { name: first, code: second.toUpperCase() };
    default:
      return { name: 'missing' };
  }
}

class Route {
  path = $state(globalThis.location?.pathname ?? '/');
  query = $state.raw(new URLSearchParams(globalThis.location?.search));
  /** The anchor of the address, such as `#crib`. */
  hash = $state(globalThis.location?.hash ?? '');
  screen = $derived(screenOf(this.path));

  /** Takes over the address bar's address, for example after going back. */
  read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash;
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.read();
    scrollTo(0, 0);
  }

  /** Changes the query without a new entry in the browser's history. */
  setQuery(query: URLSearchParams): void {
    const text = query.toString();
    history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
    this.query = query;
  }
}

export const route = new Route();

/** Lets links inside the page change the screen instead of loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  // The browser itself scrolls to an anchor of the same page.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
