// More of games that the browser keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { kept } from '../support/kept.mjs';
import { menu, turns } from '../support/local.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { draftTable, home, onBoard, oneScreen, playNow, randomFrom, tableOf } from '../support/tables.mjs';

const here = suite();
const cardOf = (page, table) => page.locator(`[data-own-game="${table}"]`);

test('what was answered is taken back, with the bot’s turn and the draws after it', async () => {
  const who = await here.person({ confirm: false });
  await playNow(who, 'level2');
  await turns(who, 4);
  await asked(who);
  const before = await look(who);
  await answer(who, randomFrom(1));
  await who.page.waitForFunction((seq) => Number(document.querySelector('[data-page="table"]').dataset.seq) > seq, before.seq);
  await asked(who);
  await menu(who, 'undo');
  await who.page.waitForFunction((seq) => Number(document.querySelector('[data-page="table"]').dataset.seq) === seq, before.seq);
  assert.deepEqual([(await look(who)).kind, await asked(who)], [before.kind, before.kind]);
  await who.page.reload();
  await asked(who);
  assert.equal((await look(who)).seq, before.seq, 'taken back for good');
});

test('several people at one screen, without a server from the first tile on', async () => {
  const who = await here.person({ screen: 'phone', language: 'ru' });
  await home(who);
  await who.page.waitForFunction(() => localStorage.getItem('bastide.rules'));
  await oneScreen(who, ['Анна', 'Борис', 'Вера']);
  await turns(who, 7);
  for (const name of ['Анна', 'Борис', 'Вера']) await who.page.getByText(name).first().waitFor();
  assert.equal(await who.page.locator('ol.players li.mine').count(), 3);
});

test('all sets at once against a bot, and a record of it to take along', async () => {
  const who = await here.person({ screen: 'desktop', confirm: false });
  await home(who);
  const sets = await who.page.evaluate(async () => {
    const { presets } = await (await fetch('/api/rules')).json();
    return presets.toSorted((a, b) => b.sets.length - a.sets.length)[0].sets;
  });
  assert.ok(sets.length > 12, sets.join());
  await draftTable(who, sets, {}, ['me', 'bot:level2', 'bot:level1'], false);
  await turns(who, 5);
  const saved = who.page.waitForEvent('download');
  await menu(who, 'record');
  const file = await (await saved).createReadStream();
  const record = JSON.parse(Buffer.concat(await file.toArray()).toString());
  assert.deepEqual([record.bastide, record.setup.sets, record.setup.players.length], [1, sets, 3]);
  assert.equal(record.actions.length, (await look(who)).seq);
});

test('a browser that keeps nothing plays all the same, and says so', async () => {
  const who = await here.person({ screen: 'window', confirm: false });
  await who.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError');
    };
  });
  await playNow(who, 'level1');
  await who.page.getByText('This browser cannot keep the game').waitFor();
  await turns(who, 3);
  await who.page.getByRole('button', { name: 'Menu', exact: true }).first().click();
  await who.page.getByRole('button', { name: 'Leave the table' }).click();
  await who.page.locator('[data-own-game] a').first().click();
  await onBoard(who);
  await turns(who, 1);
});

test('what is damaged or of a newer page is listed, and stays', async () => {
  const who = await here.person({ screen: 'window' });
  await playNow(who, 'level1');
  await asked(who);
  const table = tableOf(who);
  await home(who);
  await who.page.evaluate((id) => new Promise((done) => {
    indexedDB.open('bastide').onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction(['heads', 'actions'], 'readwrite');
      const heads = transaction.objectStore('heads');
      heads.get(id).onsuccess = ({ target: { result: head } }) => {
        heads.put({ ...head, id: 'here-newer', format: 2 });
        heads.put({ ...head, id: 'here-illegal' });
        transaction.objectStore('actions').put({ id: 'here-illegal', actions: [{ by: 0, do: 'pass' }] });
      };
      transaction.oncomplete = () => done(database.close());
    };
  }), table);
  await who.page.reload();
  await who.page.locator('[data-odd-game="here-newer"]').getByText('A newer version').waitFor();
  await cardOf(who.page, 'here-illegal').locator('a').first().click();
  await who.page.getByText('What is kept of this game is damaged.').waitFor();
  await home(who);
  await cardOf(who.page, 'here-illegal').waitFor();
  await cardOf(who.page, table).waitFor();
});

test('a whole game against a bot, without a server, to its result', async () => {
  const who = await here.person({ confirm: false });
  await playNow(who, 'level1');
  await who.context.setOffline(true);
  await turns(who, 1000);
  await who.page.getByTestId('ranking').waitFor();
  const laid = await who.page.locator('dialog[open]').getByText('71 tiles laid').count();
  assert.equal(laid, 1);
  await who.context.setOffline(false);
  await who.page.reload();
  await who.page.getByTestId('ranking').waitFor();
  await who.page.getByTestId('rematch').click();
  await onBoard(who);
  await turns(who, 1);
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/net::ERR_INTERNET/.test(fault)));
});

test('an engine that does not come is asked for again', async () => {
  const who = await here.person({ screen: 'phone', confirm: false });
  await who.context.route('**/*.wasm', (route) => route.abort());
  await home(who);
  await who.page.getByTestId('play-now').click();
  await who.page.getByTestId('engine-failed').getByText('The game could not be loaded.').waitFor();
  await assertAccessible(who.page, 'no engine');
  await who.context.unroute('**/*.wasm');
  await who.page.getByRole('button', { name: 'Try again' }).click();
  await onBoard(who);
  await turns(who, 2);
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/net::ERR_FAILED/.test(fault)));
});

test('a name that was chosen without a server is that of the next game, and the server hears of it', async () => {
  const who = await here.person();
  await home(who);
  await who.page.waitForFunction(() => localStorage.getItem('bastide.name'));
  await here.server.kill();
  await who.page.getByTestId('line-down').waitFor();
  await who.page.getByTestId('needs-server').waitFor();
  await who.page.getByTitle('Change your name').click();
  await who.page.getByRole('textbox', { name: 'Your name' }).fill('Соломія');
  await who.page.keyboard.press('Enter');
  await who.page.getByTitle('Change your name').getByText('Соломія').waitFor();
  await here.server.run();
  await who.page.waitForFunction(() => localStorage.getItem('bastide.name.untold') === '', null, { timeout: 30_000 });
  await who.page.waitForFunction(async () => {
    const answer = await fetch('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
    return (await answer.json()).guest.name === 'Соломія';
  });
  await who.page.getByTestId('play-now').click();
  await onBoard(who);
  await who.page.locator('ol.players').getByText('Соломія').waitFor();
});

test('every bot of the server plays here, too', async () => {
  const who = await here.person({ screen: 'window', confirm: false });
  await home(who);
  const levels = await who.page.evaluate(async () => (await (await fetch('/api/rules')).json()).bots.map((bot) => bot.id));
  assert.ok(levels.length >= 8, levels.join());
  for (const level of levels) {
    await playNow(who, level);
    await turns(who, 2);
    const before = Date.now();
    await asked(who);
    console.log(`${level}: ${Date.now() - before} ms`);
    assert.ok((await look(who)).seq >= 5, level);
  }
});

test('with all of it kept by the device, everything is played without a network, and is there after a reload', async () => {
  const who = await kept(here, { screen: 'phone', confirm: false });
  const sets = await who.page.evaluate(async () => {
    const { presets } = await (await fetch('/api/rules')).json();
    return presets.toSorted((a, b) => b.sets.length - a.sets.length)[0].sets;
  });
  await here.server.kill();
  await who.context.setOffline(true);
  await playNow(who, 'level3');
  await turns(who, 2);
  await who.page.reload();
  await turns(who, 2);
  const first = tableOf(who);
  await draftTable(who, sets, {}, ['me', 'bot:level4', 'here'], false);
  await turns(who, 4);
  await who.page.reload();
  await turns(who, 1);
  const second = tableOf(who);
  await home(who);
  for (const table of [first, second]) await cardOf(who.page, table).getByText('On this device').waitFor();
  await who.context.setOffline(false);
  await here.server.run();
  await who.page.getByTestId('line-down').waitFor({ state: 'detached', timeout: 30_000 });
  await who.page.reload();
  for (const table of [first, second]) await cardOf(who.page, table).waitFor();
  assert.equal(await who.page.locator('[data-own-game]').count(), 2, 'nothing is lost or doubled');
});
