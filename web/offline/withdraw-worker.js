// Takes a service worker back: served as /service-worker.js it replaces the one that devices have, deletes what that one
// kept, and goes. Games that a browser keeps are elsewhere and stay. See docs/hosting.md.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(withdraw()));

async function withdraw() {
  for (const name of await caches.keys()) if (name.startsWith('bastide-')) await caches.delete(name);
  await self.registration.unregister();
}
