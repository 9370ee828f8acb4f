// What a page gets when it asks for something.
import { isKept, keepAgain, keptFile, keptRules, refreshRules } from './kept';
import { pictures } from './scope';

// A server that says nothing for as long is treated as one that is away.
const PATIENCE = 2500;

const OF_SERVER = /^\/(api|ws|bot|health|alive|metrics)(\/|$)/;

/** Null: the worker has no part in it. */
export function answerTo(request: Request): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return null;
  if (url.pathname === '/api/rules') return soon(refreshRules, keptRules);
  if (OF_SERVER.test(url.pathname)) return null;
  if (isKept(url.pathname) && url.pathname !== '/index.html') return file(request, url);
  if (request.mode === 'navigate') return soon(() => fetch(request), () => keptFile('/index.html'));
  return url.pathname.startsWith('/assets/') ? file(request, url) : null;
}

/**
 * The server's answer if it comes soon, else what is kept. A page from the server is fresh and brings parts of its own
 * version; one that is kept finds all of its parts here.
 */
async function soon(ask: () => Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const fresh = ask();
  const usable = fresh.then((answer) => (answer.status >= 500 ? undefined : answer)).catch(() => undefined);
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE));
  return (await Promise.race([usable, late])) ?? (await kept()) ?? fresh;
}

async function file(request: Request, url: URL): Promise<Response> {
  const wanted = url.searchParams.get('v');
  // Pictures that a page of another version was built with.
  if (wanted !== null && wanted !== pictures) return soon(() => fetch(request), () => keptFile(url.pathname));
  const kept = await keptFile(url.pathname);
  if (kept) return kept;
  await keepAgain(url.pathname).catch(() => undefined);
  return (await keptFile(url.pathname)) ?? fetch(request);
}
