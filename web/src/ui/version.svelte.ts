// This page and newer ones. A service worker keeps the page on the device; a new version waits until somebody loads it,
// and an open page goes on as it is.
import type { ToPage, ToWorker } from '../../offline/messages';
import { session } from '../net/session.svelte';
import { whenIdle } from './idle';
import { line } from './line.svelte';
import { isSparing } from './sparing';
import { title } from './title.svelte';

// Pages may be open for days.
const LOOK_EVERY = 3 * 60 * 60 * 1000;
// Not everybody at once asks a server that has come back.
const LOOK_WITHIN = 1500;
const ANSWERS_WITHIN = 2000;

export type News = 'newer' | 'missing' | 'strange';

/** Empty while developing. */
const mine = typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? '');

const found = $state({
  /** There is another version than this page. */
  newer: false,
  /** A part of this page is not to be had any more. */
  missing: false,
  /** The server does not understand this page. */
  strange: false,
});

/** The page can be loaded without a network. */
export const kept = $state({ ready: false });

let registration: ServiceWorkerRegistration | undefined;

/** What the reader is to be told now: never in the middle of an answer, unless nothing goes on without it. */
export function news(): News | null {
  if (found.strange) return 'strange';
  if (found.missing && session.status === 'open') return 'missing';
  return found.newer && !line.keeps && !title.wanted ? 'newer' : null;
}

export function putOffNews(): void {
  found.newer = found.missing = false;
}

/** Games are kept by the server or on this device, and an answer that waits is sent by the next page. */
export async function loadAnew(): Promise<void> {
  const waiting = registration?.waiting;
  if (waiting) {
    const changed = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
    tell(waiting, { say: 'take over' });
    await Promise.race([changed, new Promise((done) => setTimeout(done, ANSWERS_WITHIN))]);
  }
  location.reload();
}

function tell(worker: ServiceWorker, message: ToWorker, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports);
}

function versionOf(worker: ServiceWorker): Promise<string | null> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<string>) => done(event.data);
    setTimeout(() => done(null), ANSWERS_WITHIN);
    tell(worker, { say: 'version' }, [port2]);
  });
}

/** A worker that stands ready: one of this page's own version is let in, since it serves older pages as well. */
async function meet(worker: ServiceWorker): Promise<void> {
  const its = await versionOf(worker);
  if (its === mine && worker === registration?.waiting) tell(worker, { say: 'take over' });
  else if (its !== null && its !== mine) found.newer = true;
}

function follow(registered: ServiceWorkerRegistration): void {
  registration = registered;
  if (registered.waiting) void meet(registered.waiting);
  registered.addEventListener('updatefound', () => {
    const worker = registered.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registered.active) void meet(worker);
    });
  });
  void navigator.serviceWorker.ready.then(({ active }) => {
    kept.ready = true;
    if (active) greet(active);
  });
}

/** The worker in charge keeps what this page may need later, and forgets what no page needs any more. */
function greet(worker: ServiceWorker): void {
  tell(worker, { say: 'here', sparing: isSparing() });
}

function newWorker(worker: ServiceWorker): void {
  greet(worker);
  void meet(worker);
}

/** Without a worker (some browsers have none, or not here) the server's page says which version it is. */
async function look(): Promise<void> {
  if (registration) return void registration.update().catch(() => undefined);
  const page = await fetch('/index.html', { cache: 'no-cache' }).then((answer) => (answer.ok ? answer.text() : '')).catch(() => '');
  const its = /<meta name="version" content="(\w+)"/.exec(page)?.[1];
  if (its && its !== mine) found.newer = true;
}

/** A server that was away may have come back as another one. */
function lookAfterReturn(): void {
  let away = false;
  session.connection.watch((status) => {
    if (status === 'lost') away = true;
    if (status !== 'open') return;
    found.strange = false;
    if (away) setTimeout(() => void look(), Math.random() * LOOK_WITHIN);
    away = false;
  });
  // Before the line is open, all that can be refused is the greeting.
  session.on('refused', ({ code }) => (found.strange ||= code === 'bad_message' && session.status !== 'open'));
}

function startWorker(): void {
  const workers = navigator.serviceWorker;
  workers.addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (event.data.ask === 'version') event.ports[0]?.postMessage(mine);
  });
  workers.startMessages();
  workers.addEventListener('controllerchange', () => workers.controller && newWorker(workers.controller));
  // What the page itself needs comes first. A browser may refuse, as in private windows; the page then needs the network,
  // as pages do.
  whenIdle(() => {
    workers.register('/service-worker.js', { updateViaCache: 'none' }).then((registered) => registered && follow(registered), () => undefined);
  });
}

/** Once, when the page is shown. */
export function startVersion(): void {
  if (!mine) return;
  addEventListener('vite:preloadError', () => (found.missing = true));
  lookAfterReturn();
  setInterval(() => void look(), LOOK_EVERY);
  if (!('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') startWorker();
  else addEventListener('load', startWorker, { once: true });
}
