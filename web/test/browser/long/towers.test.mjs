// Towers with their prisoners, abbeys, barns and acrobats: what is put down is seen by everybody at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { look } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}.json`, import.meta.url), 'utf8'));

/** A person at every seat of a game that stands where the record ends, and somebody who looks on. */
async function sitDown(path, kind, options = {}) {
  const record = read(path);
  const { who, kind: question } = await seatedAt(here, record, { confirm: false, ...options });
  assert.equal(question, kind);
  const watcher = await here.person();
  await watcher.page.goto(who.page.url());
  await watcher.page.locator('[data-page="table"]').waitFor();
  return { who, both: [who.page, watcher.page] };
}

async function touchSpot(who, key) {
  const spot = (await look(who)).spots.find((each) => each.key === key);
  assert.ok(spot, `${key} among ${JSON.stringify(await look(who))}`);
  await (who.touch ? who.page.touchscreen.tap(spot.x, spot.y) : who.page.mouse.click(spot.x, spot.y));
}

const figures = (page, symbol) => page.locator(`g.figure > use[href="#p-${symbol}"]`);

test('a tower reaches for a farmer, who is then seen behind bars', async () => {
  const { who, both } = await sitDown('records/capture', 'capture');
  assert.equal(await who.page.getByTestId('reach').count(), 1);
  for (const page of both) assert.equal(await figures(page, 'tower').count(), 1);
  await assertAccessible(who.page, 'a capture');
  const [{ key }] = (await look(who)).spots;
  await touchSpot(who, key);
  for (const page of both) {
    await page.locator('[data-seat="1"] [data-prisoner="0 meeple"]').waitFor();
    assert.equal(await page.locator('g.figure > use[href^="#p-meeple-lying"]').count(), 0);
  }
  assert.equal(await who.page.getByTestId('reach').count(), 0);
});

test('a floor is taken into the hand and put on a tower', async () => {
  const { who, both } = await sitDown('positions/floor', 'meeple');
  const { seq } = await look(who);
  assert.ok((await look(who)).spots.every((spot) => !spot.key.endsWith('|floor')));
  await who.page.getByTestId('piece-floor').click();
  await touchSpot(who, '-1,0 tower|floor');
  for (const page of both) {
    await page.waitForFunction((n) => document.querySelectorAll('use[href="#p-tower"]').length === n, 3);
    await page.locator('[data-floors="3"]').waitFor();
  }
  assert.notEqual((await look(who)).seq, seq);
});

test('an abbey is seen in its hole before it is laid, and may wait', async () => {
  const { who } = await sitDown('records/abbey', 'abbey');
  const { cells } = await look(who);
  assert.ok(cells.length > 0);
  assert.equal(await who.page.locator('use.preview').count(), cells.length);
  await who.page.getByTestId('skip').click();
  await who.page.locator('[data-testid="prompt"][data-kind="place"]').waitFor();
});

for (const screen of ['desktop', 'phone'])
  test(`a barn is put where four tiles meet, ${screen}`, async () => {
    const { who, both } = await sitDown('positions/barn', 'meeple', { screen });
    const button = who.page.getByTestId('piece-barn');
    await (who.touch ? button.tap() : button.click());
    await who.page.waitForTimeout(400);
    await touchSpot(who, '1,-1 corner:NW|barn');
    for (const page of both) await figures(page, 'barn-0').waitFor({ state: 'attached' });
  });

const acrobatsOf = (page, seat, n) => page.waitForFunction(
  ([symbol, wanted]) => document.querySelectorAll(`g.figure > use[href="${symbol}"]`).length === wanted, [`#p-meeple-${seat}`, n]);

test('a third acrobat stands on two others, beside the big top', async () => {
  const { who, both } = await sitDown('positions/acrobats', 'meeple');
  for (const page of both) assert.equal(await figures(page, 'big-top').count(), 1);
  await touchSpot(who, '0,-1 acrobats|meeple');
  for (const page of both) {
    await acrobatsOf(page, 0, 2);
    await acrobatsOf(page, 1, 1);
  }
});

test('a pyramid is scored, and its acrobats go home', async () => {
  const { who, both } = await sitDown('positions/pyramid', 'meeple');
  await touchSpot(who, '0,-1 acrobats|');
  for (const page of both) {
    for (const [seat, points] of [[0, '10'], [1, '5']]) {
      await acrobatsOf(page, seat, 0);
      assert.equal(await page.locator(`[data-seat="${seat}"] [data-testid="score"]`).innerText(), points);
    }
  }
  await who.page.getByRole('tab').nth(1).click();
  assert.equal(await who.page.getByTestId('circus').locator('li').count(), 6);
});
