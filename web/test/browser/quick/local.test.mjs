// Games that the browser keeps: no server is needed, and none is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { menu, turns } from '../support/local.mjs';
import { asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { playNow, randomFrom, tableOf } from '../support/tables.mjs';

const here = suite();
const cardOf = (page, table) => page.locator(`[data-own-game="${table}"]`);

test('Play now begins in the page, and goes on without a network and after a reload', async () => {
  const who = await here.person({ screen: 'phone', colour: 3 });
  const told = [];
  who.page.on('websocket', (line) => line.on('framesent', ({ payload }) => told.push(JSON.parse(payload).type)));
  const before = Date.now();
  await playNow(who, 'level1');
  console.log(`from the first page to the board: ${Date.now() - before} ms`);
  await turns(who, 3);
  assert.match(tableOf(who), /^here-/);
  assert.equal(told.filter((type) => !['hello', 'games', 'lobby', 'ping'].includes(type)).join(), '');
  const { seq } = await look(who);
  await who.page.reload();
  await asked(who);
  assert.equal((await look(who)).seq, seq, 'as it was');
  await who.context.setOffline(true);
  await turns(who, 4);
  assert.ok((await look(who)).seq > seq + 6);
  assert.equal(await who.page.getByTestId('line-down').count(), 0);
  await assertAccessible(who.page, 'a game of this browser');
  await who.context.setOffline(false);
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/net::ERR_INTERNET/.test(fault)));
});

test('who gives up does not win; the next game begins with the other; both are listed, and one is deleted', async () => {
  const who = await here.person({ screen: 'laptop' });
  await playNow(who, 'level1');
  await turns(who, 2);
  const first = tableOf(who);
  await menu(who, 'resign');
  await who.page.getByRole('button', { name: 'Give up', exact: true }).last().click();
  await who.page.getByTestId('ranking').getByText('gave up: cannot win').waitFor();
  assert.equal(await who.page.locator('[data-testid="ranking"] .winner').getAttribute('data-seat'), '1');
  assert.equal(await who.page.locator('dialog[open]').getByText(/fair/i).count(), 0, 'nothing that only a server can promise');
  await assertAccessible(who.page, 'results of a game of this browser');
  await who.page.getByTestId('rematch').click();
  await who.page.waitForURL((url) => !url.pathname.endsWith(first));
  await asked(who);
  const second = tableOf(who);
  // Both are called as before, and the bot has begun.
  await who.page.locator('ol.players li[data-seat="1"].mine').waitFor();
  await who.page.goto(who.url);
  await cardOf(who.page, second).getByText('On this device').waitFor();
  await cardOf(who.page, second).locator('svg[data-drawn="true"] [data-tile]').first().waitFor({ state: 'attached' });
  assert.equal(await who.page.title(), 'Bastide', 'no bot waits');
  await who.page.getByTestId('finished-games').locator('summary').click();
  await cardOf(who.page, first).getByText(/wins/).waitFor();
  assert.equal(await cardOf(who.page, first).getByTestId('replay-game').getAttribute('href'), `/replay/${first}`);
  await assertAccessible(who.page, 'games of this browser');
  await cardOf(who.page, first).getByTestId('delete-game').click();
  await assertAccessible(who.page, 'deleting a game');
  await who.page.getByTestId('delete-yes').click();
  await cardOf(who.page, first).waitFor({ state: 'detached' });
  await who.page.reload();
  await cardOf(who.page, second).waitFor();
  assert.equal(await cardOf(who.page, first).count(), 0);
  await who.page.goto(`${who.url}/t/${first}`);
  await who.page.getByText('This device keeps no such game').waitFor();
});

test('two tabs have the same game: one follows the other, and nothing is played twice', async () => {
  const who = await here.person({ screen: 'window', confirm: false });
  await playNow(who, 'level1');
  await turns(who, 2);
  const other = { ...who, page: await who.context.newPage() };
  await other.page.goto(who.page.url());
  await asked(other);
  assert.deepEqual(await look(other).then(({ seq, kind }) => [seq, kind]), await look(who).then(({ seq, kind }) => [seq, kind]));
  const tabs = [who, other];
  for (let turn = 0; turn < 4; ++turn) {
    const [acting, following] = turn % 2 === 0 ? tabs : tabs.toReversed();
    await acting.page.bringToFront();
    await turns(acting, 1, randomFrom(turn));
    await asked(acting);
    const { seq } = await look(acting);
    await following.page.waitForFunction((now) => document.querySelector('[data-page="table"]').dataset.seq === String(now), seq);
  }
  // Both at once: the later one is told so, and both see the same game.
  await Promise.all(tabs.map((tab) => asked(tab)));
  const prompts = await Promise.all(tabs.map((tab) => tab.page.evaluate(() => {
    document.querySelector('[role="application"]').focus();
    return document.querySelector('[data-testid="prompt"]').dataset.kind;
  })));
  assert.equal(prompts[0], prompts[1]);
  await Promise.all(tabs.map(async (tab) => {
    if (prompts[0] === 'place') await tab.page.keyboard.press('ArrowRight');
    await tab.page.keyboard.press(prompts[0] === 'place' ? 'Enter' : 's');
  }));
  const seqs = async () => Promise.all(tabs.map((tab) => asked(tab).then(() => look(tab)).then(({ seq }) => seq)));
  for (let [one, two] = await seqs(); one !== two; [one, two] = await seqs());
  await other.page.close();
});
