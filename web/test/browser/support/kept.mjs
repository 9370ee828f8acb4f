// Pages with a service worker.

export const versionOf = (page) => page.locator('meta[name="version"]').getAttribute('content');

export async function until(page, isSo) {
  while (!(await page.evaluate(isSo))) await page.waitForTimeout(100);
}

/** Somebody at the first page, whose worker has kept all that it will. */
export async function kept(here, options = {}) {
  const who = await here.person({ worker: true, ...options });
  await who.page.goto(who.url);
  await who.page.getByTestId('play-now').waitFor();
  await until(who.page, async () => {
    const worker = await fetch('/service-worker.js').then((answer) => answer.text());
    const { files } = JSON.parse(/^self\.bastide=(.*);/.exec(worker)[1]);
    const keys = await (await caches.open('bastide-files')).keys();
    return navigator.serviceWorker.controller !== null && keys.length >= files.length;
  });
  return who;
}
