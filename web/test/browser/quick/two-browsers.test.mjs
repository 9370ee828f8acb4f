import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meet, whoIsAsked } from '../support/meet.mjs';
import { answer } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { randomFrom } from '../support/tables.mjs';

const here = suite();

/** Notes when a tile appears in the page, by its cell. */
const noteTiles = (who) => who.page.evaluate(() => {
  globalThis.tileTimes = {};
  globalThis.pressed = 0;
  addEventListener('pointerup', () => (globalThis.pressed = Date.now()), true);
  new MutationObserver(() => {
    for (const tile of document.querySelectorAll('[data-tile]')) globalThis.tileTimes[tile.dataset.tile] ??= Date.now();
  }).observe(document.body, { subtree: true, childList: true });
});
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

test('two people play a whole game in two browsers, and both see each move', async () => {
  const { people } = await meet(here, [{ screen: 'window', confirm: false }, { screen: 'window', confirm: false }]);
  await Promise.all(people.map(noteTiles));
  const random = randomFrom(7);
  const delays = [];
  for (let turn = 0; ; ++turn) {
    const who = await whoIsAsked(people);
    if (!who) break;
    const before = new Set(await who.page.evaluate(() => Object.keys(globalThis.tileTimes)));
    const kind = await answer(who, random);
    if (kind !== 'place') continue;
    const pressed = await who.page.evaluate(() => globalThis.pressed);
    const laid = await who.page.evaluate((known) => Object.keys(globalThis.tileTimes).find((cell) => !known.includes(cell)), [...before]);
    if (laid === undefined) continue;
    for (const each of people) {
      const seen = await each.page.waitForFunction((cell) => globalThis.tileTimes[cell], laid);
      delays.push((await seen.jsonValue()) - pressed);
    }
  }
  const scores = await Promise.all(people.map((who) => who.page.locator('dialog[open]').innerText()));
  assert.ok(scores.every((text) => text.length > 0), 'both see the results');
  console.log(`from the press to the tile in both browsers: median ${median(delays)} ms, of ${delays.length}`);
  assert.ok(delays.length >= 100);
});
