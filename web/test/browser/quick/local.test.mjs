// Games that the browser keeps: no server is needed, and none is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { draftTable, home, onBoard, oneScreen, playNow, randomFrom, tableOf } from '../support/tables.mjs';

const here = suite();
const cardOf = (page, table) => page.locator(`[data-own-game="${table}"]`);

async function turns(who, n, random = randomFrom(7)) {
  for (let turn = 0; turn < n && (await asked(who)) !== null; ++turn) await answer(who, random);
}

async function menu(who, item) {
  await who.page.getByRole('button', { name: 'Menu', exact: true }).first().click();
  await who.page.locator('dialog[open]').getByTestId(item).click();
}

test('Play now begins in the page, and goes on without a network and after a reload', async () => {
  const who = await here.person({ screen: 'phone', colour: 3 });
  const asked_of_server = [];
  who.page.on('websocket', (line) => line.on('framesent', ({ payload }) => asked_of_server.push(JSON.parse(payload).type)));
  const before = Date.now();
  await playNow(who, 'level1');
  console.log(`from the first page to the board: ${Date.now() - before} ms`);
  await turns(who, 3);
  assert.match(tableOf(who), /^here-/);
  assert.equal(asked_of_server.filter((type) => !['hello', 'games', 'lobby', 'ping'].includes(type)).join(), '');
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
