import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { meet } from '../support/meet.mjs';
import { speeder } from '../support/speeder.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, onBoard, tableOf } from '../support/tables.mjs';

const here = suite();
const recordOf = (who, table) => who.page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).json(), table);
const mark = (who) => who.page.getByTestId('fair');

async function playToEnd(who) {
  const fast = await speeder(who, tableOf(who), { pace: 0 });
  await fast.until(['place', 'meeple']);
  await fast.close();
  await mark(who).waitFor({ timeout: 30_000 });
}

test('the result says whether the draws were fair, and plainly when they were not', async () => {
  const who = await here.person();
  await botTable(who);
  const table = tableOf(who);
  const { fair } = await recordOf(who, table);
  assert.equal(fair.method, 'bastide-2');
  assert.match(fair.nonces[0], /^[0-9a-f]{64}$/);
  assert.equal(fair.nonces[1], null, 'bots have no browser');
  assert.equal(fair.secret, undefined, 'not before the end');

  await playToEnd(who);
  assert.equal(await mark(who).getAttribute('data-word'), 'fair');
  assert.match(await mark(who).innerText(), /^Fair/);
  await mark(who).click();
  const about = who.page.getByTestId('fair-about');
  await about.getByText(/^All 71 draws follow/).waitFor();
  await about.getByText(`bastide verify bastide-${table}.json`).waitFor();
  await assertAccessible(who.page, 'fair draws');

  // The same browser, and a server that says something else than it promised.
  for (const [change, said] of [
    [(record) => (record.fair.secret = record.fair.commitment), 'The secret of the server does not fit the promise.'],
    [(record) => record.actions.reverse(), 'The draws do not follow from the seed.'],
  ]) {
    await who.page.route('**/record', async (route) => {
      const record = await (await route.fetch()).json();
      change(record);
      await route.fulfill({ json: record });
    });
    await who.page.reload();
    await mark(who).waitFor();
    assert.equal(await mark(who).getAttribute('data-word'), 'unfair');
    await mark(who).click();
    await about.getByText(said).waitFor();
    await who.page.unroute('**/record');
  }

  // Another browser has kept nothing, and claims nothing.
  const stranger = await here.person();
  await stranger.page.goto(`${stranger.url}/t/${table}`);
  await mark(stranger).waitFor();
  assert.equal(await mark(stranger).getAttribute('data-word'), 'unchecked');

  // Once more: the new game has a new nonce, and nobody waited for it.
  await who.page.reload();
  const asked = Date.now();
  await who.page.getByTestId('rematch').click();
  let next;
  while (!next?.fair) {
    const kept = await who.page.evaluate(() => Object.keys(localStorage).map((key) => /^bastide\.fair\.(.*)/.exec(key)?.[1]));
    const id = kept.find((one) => one && one !== table);
    next = id && (await recordOf(who, id));
  }
  const { fair: again } = next;
  assert.ok(Date.now() - asked < 2900, 'before the time for nonces was up');
  assert.match(again.nonces[1], /^[0-9a-f]{64}$/);
  assert.notEqual(again.nonces[1], fair.nonces[0]);
});

test('the numbers of both browsers are in the seed', async () => {
  const { people, link } = await meet(here);
  await Promise.all(people.map(onBoard));
  const { fair } = await recordOf(people[0], new URL(link).pathname.split('/')[2]);
  assert.match(fair.nonces.join(), /^[0-9a-f]{64},[0-9a-f]{64}$/);
  assert.notEqual(fair.nonces[0], fair.nonces[1]);
});
