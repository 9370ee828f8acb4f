// Pictures for the documentation of a real game in the browser: node screenshots.mjs FOLDER
// Several people at one screen, played at random by a second client until the board looks like something.
import { join, resolve } from 'node:path';
import { launch, person, tap } from './test/browser/support/browser.mjs';
import { asked, look } from './test/browser/support/player.mjs';
import { Server } from './test/browser/support/server.mjs';
import { speeder } from './test/browser/support/speeder.mjs';
import { home, hotSeatTable, tableOf } from './test/browser/support/tables.mjs';

const folder = resolve(process.argv[2] ?? '.');
const TILES = 34;

async function game(browser, server, names, options) {
  const who = await person(browser, server, options);
  await hotSeatTable(who, names);
  const quick = await speeder(who, tableOf(who), { seed: 21 });
  const laid = () => who.page.locator('[data-tile]').count();
  // One turn at a time: the page is left with the tile in hand.
  while ((await laid()) < TILES) {
    await quick.until(['meeple']);
    await quick.until(['place']).catch(() => undefined);
  }
  await quick.until(['meeple']);
  await quick.close();
  await asked(who);
  await who.page.keyboard.press('0');
  const { cells } = await look(who);
  await tap(who, cells[0].x, cells[0].y);
  await who.page.waitForTimeout(600);
  return who;
}

const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  const desktop = await game(browser, server, ['Ada', 'Boris', 'Clara', 'Daryna'], { theme: 'day' });
  await desktop.page.screenshot({ path: join(folder, 'browser.png') });
  await desktop.page.evaluate(() => (document.documentElement.dataset.theme = 'night'));
  await desktop.page.screenshot({ path: join(folder, 'browser-night.png') });
  const phone = await game(browser, server, ['Оля', 'Тарас', 'Ірина'], { screen: 'phone', language: 'uk' });
  await phone.page.screenshot({ path: join(folder, 'browser-phone.png') });
  const lobby = await person(browser, server, {});
  await home(lobby);
  await lobby.page.waitForTimeout(500);
  await lobby.page.screenshot({ path: join(folder, 'browser-home.png') });
} finally {
  await browser.close();
  await server.stop();
}
