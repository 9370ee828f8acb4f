// A portal leads to places all over the map: on a phone first a tile is chosen, then the place on it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertClear } from '../support/clear.mjs';
import { look } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const record = JSON.parse(readFileSync(new URL('../positions/portal.json', import.meta.url), 'utf8'));

async function sitDown(options) {
  const { who, kind } = await seatedAt(here, record, options);
  assert.equal(kind, 'meeple');
  return who;
}

const moved = (who, seq) => who.page.waitForFunction(
  (before) => Number(document.querySelector('[data-page="table"]').dataset.seq) !== before, seq);

test('by touch: tile, back, tile, place', async () => {
  const who = await sitDown({ screen: 'phone', confirm: false });
  const first = await look(who);
  assert.ok(first.tiles.length > 8 && first.spots.length === 0, JSON.stringify(first));
  await assertClear(who, 'lit tiles');
  const map = await who.page.locator('[role="application"]').boundingBox();
  const tile = first.tiles.find(({ x, y }) => x > 0 && x < map.width && y > map.y && y < map.y + map.height);
  await who.page.touchscreen.tap(tile.x, tile.y);
  await who.page.locator('[data-spot]').first().waitFor();
  await assertClear(who, 'the places of a tile');
  await who.page.getByTestId('cancel').tap();
  await who.page.locator('[data-spot]').first().waitFor({ state: 'detached' });
  assert.deepEqual((await look(who)).tiles, first.tiles);
  await who.page.touchscreen.tap(tile.x, tile.y);
  await who.page.locator('[data-spot]').first().waitFor();
  const { spots: [spot], seq } = await look(who);
  await who.page.touchscreen.tap(spot.x, spot.y);
  await moved(who, seq);
});

test('by keyboard: arrows go from tile to tile, a number takes the place', async () => {
  const who = await sitDown({ screen: 'phone', confirm: false });
  await who.page.locator('[role="application"]').focus();
  await who.page.keyboard.press('1');
  assert.equal((await look(who)).spots.length, 0, 'nothing is numbered before a tile is chosen');
  await who.page.keyboard.press('ArrowUp');
  await who.page.locator('[data-spot]').first().waitFor();
  const { seq } = await look(who);
  await who.page.keyboard.press('1');
  await moved(who, seq);
});
