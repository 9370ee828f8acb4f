// Pages by address: `/` is the lobby, `/t/ID` a table, `/replay/ID` the replay of its game and `/replay` that of a
// file, `/analysis` a board to try things on, `/lesson` the first game; everything else is nowhere.
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string | null }
  | { page: 'analysis' }
  | { page: 'lesson' }
  | { page: 'nowhere' };

export function routeOf(path: string): Route {
  if (path === '/' || path === '/index.html') return { page: 'home' };
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})\/?$/.exec(path);
  if (table) return { page: 'table', id: table[1]! };
  const replay = /^\/replay(?:\/([A-Za-z0-9_-]{1,64}))?\/?$/.exec(path);
  if (replay) return { page: 'replay', id: replay[1] ?? null };
  if (/^\/analysis\/?$/.test(path)) return { page: 'analysis' };
  return /^\/lesson\/?$/.test(path) ? { page: 'lesson' } : { page: 'nowhere' };
}

let path = $state(typeof location === 'undefined' ? '/' : location.pathname);

export function route(): Route {
  return routeOf(path);
}

export function navigate(to: string): void {
  if (to !== location.pathname + location.search + location.hash) history.pushState(null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

export function tablePath(id: string): string {
  return `/t/${id}`;
}

/** `move`: the number of actions after which the replay begins. */
export function replayPath(id: string, move?: number): string {
  return `/replay/${id}${move === undefined ? '' : `?move=${move}`}`;
}

/** Whose game an address of this site leads to, table or replay; null for any other text. */
export function gameAt(address: string, origin: string): string | null {
  if (!address.startsWith('/') && !address.startsWith(`${origin}/`)) return null;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const to = routeOf(url.pathname);
  return url.origin === origin && (to.page === 'table' || to.page === 'replay') ? to.id : null;
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (routeOf(link.pathname).page === 'nowhere') return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

/** Once: the browser's buttons and links inside the page change pages without loading. */
export function startRouter(): void {
  addEventListener('popstate', () => (path = location.pathname));
  addEventListener('click', followLink);
}
