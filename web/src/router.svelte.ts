// Pages by address: `/` is the lobby, `/t/ID` a table, everything else is nowhere.
export type Route = { page: 'home' } | { page: 'table'; id: string } | { page: 'nowhere' };

export function routeOf(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})\/?$/.exec(path);
  return table ? { page: 'table', id: table[1]! } : { page: 'nowhere' };
}

let path = $state(typeof location === 'undefined' ? '/' : location.pathname);

export function route(): Route {
  return routeOf(path);
}

export function navigate(to: string): void {
  if (to !== location.pathname) history.pushState(null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

export function tablePath(id: string): string {
  return `/t/${id}`;
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (routeOf(link.pathname).page === 'nowhere') return;
  event.preventDefault();
  navigate(link.pathname);
}

/** Once: the browser's buttons and links inside the page change pages without loading. */
export function startRouter(): void {
  addEventListener('popstate', () => (path = location.pathname));
  addEventListener('click', followLink);
}
