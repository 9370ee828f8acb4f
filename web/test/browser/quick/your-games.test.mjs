// The way back to one's own games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { answer, asked } from '../support/player.mjs';
import { speeder } from '../support/speeder.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, home, onBoard, randomFrom, tableOf } from '../support/tables.mjs';

const here = suite();
const cardOf = (page, table) => page.locator(`[data-own-game="${table}"]`);
const icon = (page) => page.locator('link[rel="icon"]').getAttribute('href');

test('after Back, and in a new tab, the running game is listed with its picture and leads there', async () => {
  const who = await here.person({ screen: 'phone' });
  await botTable(who);
  await asked(who);
  await answer(who, randomFrom(5));
  const table = tableOf(who);
  await who.page.goBack();
  await cardOf(who.page, table).waitFor();
  await who.page.close();
  const again = await who.context.newPage();
  await again.goto(who.url);
  const card = cardOf(again, table);
  await card.getByText('Your turn').waitFor();
  await card.locator('svg[data-drawn="true"] [data-tile]').nth(1).waitFor({ state: 'attached' });
  await assertAccessible(again, 'home with a game');
  await card.tap();
  await again.locator('[data-page="table"]').waitFor();
  assert.equal(new URL(again.url()).pathname, `/t/${table}`);
});

test('the title and the picture of the tab tell of a turn, on another page, too', async () => {
  const who = await here.person();
  await home(who);
  assert.equal(await who.page.title(), 'Bastide');
  assert.equal(await icon(who.page), '/favicon.svg');
  await botTable(who);
  await who.page.waitForFunction(() => document.title.startsWith('(1) '));
  await home(who);
  await who.page.waitForFunction(() => document.title === '(1) Bastide');
  assert.equal(await icon(who.page), '/favicon-turn.svg');
});

test('at the table of the only game the list of games rests', async () => {
  const who = await here.person({ confirm: false });
  let lists = 0;
  who.page.on('websocket', (line) => line.on('framereceived', ({ payload }) => (lists += String(payload).startsWith('{"type":"games"'))));
  await botTable(who);
  await asked(who);
  await answer(who, randomFrom(5));
  await asked(who);
  const before = lists;
  assert.ok(before > 0);
  for (let n = 0; n < 4; ++n) {
    await answer(who, randomFrom(n));
    await asked(who);
  }
  assert.equal(lists, before);
  await home(who);
  await who.page.waitForFunction(() => document.title === '(1) Bastide');
  assert.ok(lists > before);
});

test('a finished game is told with its result, and the next one begins with one tap', async () => {
  const who = await here.person({ confirm: false });
  await botTable(who);
  const first = tableOf(who);
  const quick = await speeder(who, first, { seed: 3, pace: 5 });
  assert.equal(await quick.until(['place', 'meeple']), 'over');
  await quick.close();
  await who.page.getByTestId('rematch').click();
  await who.page.waitForURL((url) => url.pathname !== `/t/${first}`);
  await onBoard(who);
  await asked(who);
  await home(who);
  await who.page.getByTestId('finished-games').locator('summary').click();
  await cardOf(who.page, first).getByText(/wins|win!|Shared/).waitFor();
});
