// The files that this device keeps. They lie in one cache for all versions, each under its address and its hash, so that
// what has not changed is never fetched twice, and a page of an older version still finds its own parts.
import { files } from './scope';

interface KeptFile {
  path: string;
  hash: string;
  /** The address in the cache. What lies in `/assets/` has its hash in its name already. */
  key: string;
  atOnce: boolean;
}

const CACHE = 'bastide-files';
const RULES = '/api/rules';
const LANES = 4;
const HASH_LENGTH = 16;

const FILES: readonly KeptFile[] = files.map(([path, hash, atOnce]) => ({
  path,
  hash,
  key: path.startsWith('/assets/') ? path : `${path}?${hash}`,
  atOnce: atOnce === 1,
}));
const BY_PATH = new Map(FILES.map((file) => [file.path, file]));

export function isKept(path: string): boolean {
  return BY_PATH.has(path);
}

async function hashOf(answer: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, HASH_LENGTH);
}

/** From the network, and only if it is the file that this version was built with: a site in the middle of an update has both. */
async function fetchFile(cache: Cache, file: KeptFile): Promise<void> {
  const answer = await fetch(file.path, { cache: file.key === file.path ? 'default' : 'no-cache' });
  if (!answer.ok || answer.redirected) throw new Error(`${file.path}: ${answer.status}`);
  const copy = answer.clone();
  if ((await hashOf(answer)) !== file.hash) throw new Error(`${file.path} is of another version`);
  await cache.put(file.key, copy);
}

async function fetchMissing(files: readonly KeptFile[], lanes: number): Promise<void> {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => url.slice(location.origin.length)));
  const missing = files.filter((file) => !there.has(file.key));
  const lane = async (): Promise<void> => {
    for (let file = missing.shift(); file; file = missing.shift()) await fetchFile(cache, file);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** All that a page needs; fails if any of it is missing, and is then tried again with the next page. */
export async function keepPage(): Promise<void> {
  const needed = FILES.filter((file) => file.atOnce);
  await Promise.all([fetchMissing(needed, LANES), refreshRules().catch(() => undefined)]);
  // An older worker may have tidied meanwhile.
  await fetchMissing(needed, LANES);
}

let keeping: Promise<void> | null = null;

/** The pictures of all sets, one after another. What fails is tried again when the next page asks. */
export function keepRest(): Promise<void> {
  keeping ??= fetchMissing(FILES, 1)
    .catch(() => undefined)
    .finally(() => (keeping = null));
  return keeping;
}

/** A file of this version, or a part of the page of any version. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(BY_PATH.get(path)?.key ?? path, { ignoreVary: true });
}

/** The browser may have thrown away a part of what was kept. */
export async function keepAgain(path: string): Promise<void> {
  const file = BY_PATH.get(path);
  if (file) await fetchFile(await caches.open(CACHE), file);
}

export async function refreshRules(): Promise<Response> {
  const answer = await fetch(RULES, { cache: 'no-store' });
  // Some networks answer with a page of their own until one has agreed to something.
  const isOurs = answer.ok && !answer.redirected && answer.headers.get('content-type')?.startsWith('application/json') === true;
  if (isOurs) await (await caches.open(CACHE)).put(RULES, answer.clone());
  return answer;
}

export function keptRules(): Promise<Response | undefined> {
  return keptFile(RULES);
}

/** What no open page needs any more. */
export async function forgetOthers(): Promise<void> {
  const cache = await caches.open(CACHE);
  const own = new Set([RULES, ...FILES.map((file) => file.key)]);
  for (const request of await cache.keys())
    if (!own.has(request.url.slice(location.origin.length))) await cache.delete(request);
}
