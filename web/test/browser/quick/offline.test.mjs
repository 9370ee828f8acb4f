// The page without a network, and newer versions of it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { kept, versionOf } from '../support/kept.mjs';
import { answer, asked } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { playNow, randomFrom, tableOf } from '../support/tables.mjs';
import { otherVersion } from '../support/versions.mjs';

const here = suite();
const scratch = mkdtempSync(join(tmpdir(), 'bastide-versions-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

// One after another with the same person: to keep a page takes seconds.
test('a page that is kept can be installed, needs no network, and becomes a newer one when it is asked to', async () => {
  const began = Date.now();
  const who = await kept(here, { screen: 'phone' });
  const { usage } = await who.page.evaluate(() => navigator.storage.estimate());
  console.log(`all that a device keeps: ${(usage / 1e6).toFixed(1)} MB, in ${Date.now() - began} ms`);
  await assertInstallable(who);
  await playWithoutNetwork(who);
  await meetNewerVersion(who);
});

async function assertInstallable(who) {
  const chromium = await who.context.newCDPSession(who.page);
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito'), []);
  const { errors } = await chromium.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  await chromium.detach();
}

async function playWithoutNetwork(who) {
  await here.server.kill();
  await who.context.setOffline(true);
  const began = Date.now();
  await who.page.goto(who.url);
  await who.page.getByTestId('play-now').waitFor();
  console.log(`the first page without a network: ${Date.now() - began} ms`);
  await who.page.getByTestId('line-down').getByText('You are offline').waitFor();
  await assertAccessible(who.page, 'home without a network');
  const pictures = await who.page.evaluate(async () => {
    const { sets } = await fetch('/api/rules').then((answer) => answer.json());
    const names = sets.filter((set) => set.available && set.tiles).map((set) => set.name);
    const answers = await Promise.all(names.flatMap((name) => [fetch(`/art/${name}.svg`), fetch(`/art/${name}.json`)]));
    return answers.filter((answer) => answer.ok).length / names.length;
  });
  assert.equal(pictures, 2, 'two files for each set');
  for (const path of ['/lesson', '/analysis', '/replay']) {
    await who.page.goto(who.url + path);
    await who.page.locator('main').first().waitFor({ state: 'attached' });
    assert.equal(await who.page.getByTestId('unreached').count(), 0, path);
    assert.equal(await who.page.getByTestId('line-down').count(), 0, `${path} needs no server`);
  }
  await playNow(who);
  await asked(who);
  await answer(who, randomFrom(3));
  const table = tableOf(who);
  await who.page.reload();
  await asked(who);
  await who.page.goto(who.url);
  await who.page.getByTestId('line-down').waitFor();
  await here.server.run();
  await who.context.setOffline(false);
  await who.page.getByTestId('line-down').waitFor({ state: 'detached' });
  await who.page.locator('[data-own-game]').first().waitFor();
  assert.deepEqual(await who.page.locator('[data-own-game]').evaluateAll((all) => all.map((card) => card.dataset.ownGame)), [table],
    'nothing lost and nothing twice');
}

/** An open page is left alone, parts that it loads later included. */
async function meetNewerVersion(who) {
  const first = await versionOf(who.page);
  const other = await who.context.newPage();
  await other.goto(who.url);
  await here.server.kill();
  here.server.web = join(scratch, 'second');
  const second = otherVersion(here.server.web, '-second');
  await here.server.run();
  const notice = who.page.locator('[data-testid="version"][data-news="newer"]');
  await notice.waitFor();
  assert.equal(await versionOf(who.page), first);
  // The dictionary and the table of the first version, which the server does not have any more.
  await who.page.locator('header select').selectOption('uk');
  await who.page.waitForFunction(() => document.documentElement.lang === 'uk');
  await notice.getByRole('button').first().click();
  await who.page.waitForFunction((version) => document.querySelector('meta[name="version"]')?.content === version, second);
  await who.page.getByTestId('play-now').waitFor();
  // The other page is still the first version, whatever worker it has now.
  await other.getByTestId('version').waitFor();
  await other.getByTestId('hotseat').click();
  await other.getByTestId('hotseat-start').click();
  await other.locator('[data-page="table"]').waitFor();
  await other.getByTestId('version').waitFor({ state: 'detached' });  // not while an answer is asked for
  assert.equal(await versionOf(other), first);
  await other.reload();
  await other.locator('[data-page="table"]').waitFor();
  assert.equal(await versionOf(other), second);
}
