// What may go wrong with a page that is kept on the device.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { kept, until, versionOf } from '../support/kept.mjs';
import { suite } from '../support/suite.mjs';
import { friendsTable, home, onBoard } from '../support/tables.mjs';
import { builtClient, otherVersion } from '../support/versions.mjs';
import { wireTo } from '../support/wire.mjs';

const here = suite();
const scratch = mkdtempSync(join(tmpdir(), 'bastide-versions-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const notice = (page, news) => page.locator(`[data-testid="version"][data-news="${news}"]`);
const hasVersion = (page, version) =>
  page.waitForFunction((wanted) => document.querySelector('meta[name="version"]')?.content === wanted, version);

/** The server comes back with the client of this folder. */
async function serve(folder) {
  await here.server.kill();
  here.server.web = folder;
  await here.server.run();
}
afterEach(async () => {
  if (here.server.web.startsWith(scratch)) await serve(builtClient());
});

test('a worker that was withdrawn leaves nothing behind', async () => {
  const who = await kept(here);
  const folder = join(scratch, 'withdrawn');
  otherVersion(folder, '-withdrawn');
  copyFileSync(join(folder, 'withdraw-worker.js'), join(folder, 'service-worker.js'));
  await serve(folder);
  await until(who.page, async () => (await caches.keys()).length === 0);
  await who.page.reload();
  await who.page.getByTestId('play-now').waitFor();
  assert.equal(await who.page.evaluate(() => navigator.serviceWorker.controller), null);
});

test('without a worker a newer version is told as well, and a page that has lost its parts is loaded anew', async () => {
  const who = await here.person();
  await home(who);
  const folder = join(scratch, 'parts');
  const version = otherVersion(folder, '-parts');
  await serve(folder);
  await notice(who.page, 'newer').waitFor();
  await assertAccessible(who.page, 'home with a newer version');
  await who.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/lesson';
    document.body.append(link);
    link.click();
  });
  await who.page.getByTestId('unreached').getByText('A part of this page could not be loaded').waitFor();
  await hasVersion(who.page, version);
  await who.page.locator('[data-page="lesson"]').waitFor({ state: 'attached' });
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/404|dynamically imported|MIME type/.test(fault)));
});

test('what the browser has thrown away is fetched again; what is old is forgotten when no page needs it', async () => {
  const who = await kept(here);
  const held = (part) => who.page.evaluate(async (wanted) => {
    const cache = await caches.open('bastide-files');
    return (await cache.keys()).filter(({ url }) => url.includes(wanted)).length;
  }, part);
  await who.page.evaluate(async () => {
    const cache = await caches.open('bastide-files');
    for (const request of await cache.keys()) if (/assets\/Lesson/.test(request.url)) await cache.delete(request);
  });
  assert.equal(await held('assets/Lesson'), 0);
  await who.page.goto(`${who.url}/lesson`);
  await who.page.locator('[data-page="lesson"]').waitFor({ state: 'attached' });
  assert.equal(await held('assets/Lesson') > 0, true);
  await home(who);
  const files = await held('/');
  const folder = join(scratch, 'forgotten');
  const version = otherVersion(folder, '-forgotten');
  await serve(folder);
  await notice(who.page, 'newer').getByRole('button').first().click();
  await hasVersion(who.page, version);
  await until(who.page, async () => {
    const keys = await (await caches.open('bastide-files')).keys();
    const parts = keys.map(({ url }) => url).filter((url) => url.includes('/assets/'));
    return parts.length > 0 && parts.every((url) => url.includes('-forgotten.'));
  });
  assert.equal(await held('/'), files, 'as many files as before');
});

test('a server that says nothing is not waited for', async () => {
  const wire = await wireTo(here.server.url);
  const who = await kept(here, { url: wire.url });
  const version = await versionOf(who.page);
  wire.cut();
  const began = Date.now();
  await who.page.goto(who.url);
  await who.page.getByTestId('play-now').waitFor();
  assert.ok(Date.now() - began < 8000, `${Date.now() - began} ms`);
  assert.equal(await versionOf(who.page), version);
  wire.close();
  here.server.wasKilled = true;
});

test('a table of the server says without a network where it is, and leads home', async () => {
  const who = await kept(here);
  const link = await friendsTable(who);
  await here.server.kill();
  await who.context.setOffline(true);
  await who.page.goto(link);
  await who.page.getByTestId('line-down').getByText('You are offline').waitFor();
  await who.page.locator('main').getByText('This game is on the server').waitFor();
  await assertAccessible(who.page, 'a table that cannot be reached');
  await who.page.locator('main').getByRole('link').click();
  await who.page.getByTestId('play-now').waitFor();
  await who.page.goBack();
  await here.server.run();
  await who.context.setOffline(false);
  await who.page.locator('[data-page="waiting"]').waitFor();
});

test('a server of another protocol is told, with a way out', async () => {
  const who = await here.person();
  await who.page.routeWebSocket('**/ws', (line) => {
    line.onMessage((text) => {
      const { id } = JSON.parse(text);
      line.send(JSON.stringify({ type: 'refused', re: id, code: 'bad_message', message: 'This server speaks protocol 2.' }));
    });
  });
  await who.page.goto(who.url);
  await notice(who.page, 'strange').getByRole('button', { name: 'Load' }).waitFor();
  await who.page.unrouteAll();
});

test('the installed page opens records, and its shortcut begins a game once', async () => {
  const who = await here.person();
  await who.page.goto(`${who.url}/?play`);
  await onBoard(who);
  await who.page.goBack();
  await who.page.getByTestId('play-now').waitFor();
  assert.equal(new URL(who.page.url()).search, '');
  assert.equal(await who.page.locator('[data-own-game]').count(), 1);
  const record = readFileSync(join(import.meta.dirname, '../positions/whole-game.json'), 'utf8');
  await who.context.addInitScript((text) => {
    const file = { getFile: () => Promise.resolve(new File([text], 'game.json')) };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (take) => take({ files: [file] }) } });
  }, record);
  await who.page.goto(who.url);
  await who.page.waitForURL('**/replay*');
  await who.page.locator('[data-page="study"][data-seq]').waitFor();
});
