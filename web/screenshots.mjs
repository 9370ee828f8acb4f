// Pictures for the documentation of a real game in the browser: node screenshots.mjs FOLDER
// Three bots and a person, whose answers a second client gives until the board looks like something.
import { join, resolve } from 'node:path';
import { launch, person, tap } from './test/browser/support/browser.mjs';
import { asked, look } from './test/browser/support/player.mjs';
import { Server } from './test/browser/support/server.mjs';
import { speeder } from './test/browser/support/speeder.mjs';
import { draftTable, home, tableOf } from './test/browser/support/tables.mjs';

const folder = resolve(process.argv[2] ?? '.');
const TILES = 34;
// A tile is drawn and to be laid.
const STUDIED = resolve(import.meta.dirname, 'test/browser/positions/whole-game.json');
const STUDIED_MOVE = 79;

async function game(browser, server, name, options) {
  const who = await person(browser, server, options);
  await who.page.goto(server.url);
  await who.page.evaluate((body) => fetch('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    JSON.stringify({ name }));
  await draftTable(who, ['base', 'river', 'abbot'], {}, ['me', 'bot:level5', 'bot:level4', 'bot:level5']);
  const quick = await speeder(who, tableOf(who), { seed: 21 });
  const laid = () => who.page.locator('[data-tile]').count();
  while ((await laid()) < TILES) await quick.once();
  // The page is left with the tile in hand.
  await quick.until(['meeple']);
  await quick.close();
  await asked(who);
  await who.page.keyboard.press('0');
  await who.page.waitForTimeout(800);
  const { cells } = await look(who);
  await tap(who, cells[0].x, cells[0].y);
  await who.page.waitForTimeout(600);
  return who;
}

const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  const desktop = await game(browser, server, 'Ada', { theme: 'day' });
  await desktop.page.screenshot({ path: join(folder, 'browser.png') });
  await desktop.page.evaluate(() => (document.documentElement.dataset.theme = 'night'));
  await desktop.page.screenshot({ path: join(folder, 'browser-night.png') });
  const phone = await game(browser, server, 'Оля', { screen: 'phone', language: 'uk' });
  await phone.page.screenshot({ path: join(folder, 'browser-phone.png') });
  const study = await person(browser, server, { theme: 'day' });
  await study.page.goto(`${server.url}/replay?move=${STUDIED_MOVE}`);
  await study.page.getByTestId('file').setInputFiles(STUDIED);
  await study.page.getByTestId('time').waitFor();
  await study.page.getByRole('tab', { name: 'Engine' }).click();
  await study.page.locator('[data-hint]').first().waitFor();
  await study.page.waitForTimeout(3000);
  await study.page.screenshot({ path: join(folder, 'browser-analysis.png') });
  const lobby = await person(browser, server, {});
  await home(lobby);
  await lobby.page.waitForTimeout(500);
  await lobby.page.screenshot({ path: join(folder, 'browser-home.png') });
} finally {
  await browser.close();
  await server.stop();
}
