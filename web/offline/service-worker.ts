// The page without a network. A worker of any version can serve pages of any other, so a new one may take over while
// older pages are open: docs/decisions/0020-offline.md.
import { answerTo } from './answers';
import { forgetOthers, keepPage, keepRest } from './kept';
import type { ToPage, ToWorker } from './messages';
import { version, worker } from './scope';

const ANSWERS_WITHIN = 2000;

worker.addEventListener('install', (event) => event.waitUntil(keepPage()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
worker.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if (message.say === 'version') event.ports[0]?.postMessage(version);
  if (message.say === 'take over') event.waitUntil(worker.skipWaiting());
  if (message.say === 'here') event.waitUntil(Promise.all([tidy(), message.sparing ? null : keepRest()]));
});

/** Only when every page that is open is of this version. One that does not say so may need what it was built with. */
async function tidy(): Promise<void> {
  const { installing, waiting } = worker.registration;
  if (installing || waiting) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const versions = await Promise.all(pages.map(versionOf));
  if (versions.every((its) => its === version)) await forgetOthers();
}

function versionOf(page: Client): Promise<string | null> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<string>) => done(event.data);
    setTimeout(() => done(null), ANSWERS_WITHIN);
    page.postMessage({ ask: 'version' } satisfies ToPage, [port2]);
  });
}
