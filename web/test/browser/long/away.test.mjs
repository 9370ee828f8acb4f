// The database goes away under a game, and comes back; the site is away while its page is opened.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, person } from '../support/browser.mjs';
import { answer, asked, look, randomFrom } from '../support/player.mjs';
import { hasPostgres, Postgres } from '../support/postgres.mjs';
import { Server } from '../support/server.mjs';
import { hotSeatTable, tableOf } from '../support/tables.mjs';

const notice = (who) => who.page.getByTestId('waiting-for-server');
const here = {};

before(async () => {
  if (!hasPostgres) return;
  here.postgres = await Postgres.start();
  here.server = await Server.start([], here.postgres.uri);
  here.browser = await launch();
});
after(async () => {
  await here.browser?.close();
  await here.server?.stop();
  await here.postgres?.stop();
});

const seqOf = async (who) => (await look(who)).seq;
const goesOn = (who, seq) => who.page.waitForFunction(
  (before) => Number(document.querySelector('[data-page="table"]')?.dataset.seq) > before, seq, { timeout: 60_000 });

async function recordOf(table) {
  return (await fetch(`${here.server.url}/api/tables/${table}/record`)).json();
}

async function lay(who) {
  await who.page.keyboard.press('ArrowRight');
  await who.page.keyboard.press('Enter');
}

/** Plays until a tile is to be laid. */
async function untilPlacing(who, random) {
  while ((await asked(who)) !== 'place') await answer(who, random);
}

test('a move that is made while the database is away is told, kept, and stored once it is back', { skip: !hasPostgres }, async () => {
  const who = await person(here.browser, here.server, { screen: 'desktop', language: 'ru', confirm: false });
  await hotSeatTable(who, ['Ada', 'Boris']);
  const random = randomFrom(5);
  for (const loaded of [false, true]) {
    await untilPlacing(who, random);
    const seq = await seqOf(who);
    await here.postgres.kill();
    await lay(who);
    await notice(who).waitFor();
    await who.page.locator('[data-testid="waiting-for-server"][data-why="storage"]').waitFor({ timeout: 60_000 });
    assert.match(await notice(who).innerText(), /не может сохранять ходы/);
    assert.equal(await seqOf(who), seq, 'nothing is shown as done that is not kept');
    if (loaded) await who.page.reload();
    await here.postgres.run();
    await goesOn(who, seq);
    await notice(who).waitFor({ state: 'detached' });
  }
  await untilPlacing(who, random);
  const { actions } = await recordOf(tableOf(who));
  assert.equal(actions.length, await seqOf(who), 'every action once');
  await who.close();
});

test('a site that is away while its page is opened is told, and found by itself', { skip: !hasPostgres }, async () => {
  const who = await person(here.browser, here.server, { screen: 'phone', language: 'uk' });
  let away = true;
  await who.page.route('**/api/session', (route) =>
    (away ? route.fulfill({ status: 503, body: 'no server is available' }) : route.fallback()));
  await who.page.goto(who.url);
  const line = who.page.getByTestId('line-down');
  await line.waitFor();
  assert.match(await line.innerText(), /Сервер зараз недоступний/);
  away = false;
  await line.waitFor({ state: 'detached' });
  const expected = /status of 503/;
  assert.ok(who.faults.every((fault) => expected.test(fault)), who.faults.join('\n'));
  await who.close();
});
