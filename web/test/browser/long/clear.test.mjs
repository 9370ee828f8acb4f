// Whole games in five windows: nothing that can be chosen lies under anything, or is smaller than a finger, and what
// a wide map leaves out of sight is brought by the signs at its edges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClear, WINDOWS } from '../support/clear.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { draftTable, randomFrom } from '../support/tables.mjs';

const here = suite();

/** Goes round by the signs until nothing new comes into sight; gives the keys of all answers that were seen. */
async function seenBySigns(who) {
  const seen = new Set();
  const map = await who.page.locator('[role="application"]').boundingBox();
  for (let steps = 0; steps < 24; ++steps) {
    await assertClear(who, 'after a sign was followed');
    const { cells } = await look(who);
    for (const { x, y, key } of cells)
      if (x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height) seen.add(key);
    if (seen.size === cells.length) break;
    const signs = who.page.locator('[data-more]');
    await signs.nth(steps % (await signs.count())).click();
  }
  return seen;
}

for (const [screen, { width, height }] of Object.entries(WINDOWS))
  test(`a whole game in which all answers can be touched, ${width} by ${height}`, async () => {
    const who = await here.person({ screen, confirm: screen !== 'lying' });
    const sets = screen === 'laptop' || screen === 'phone' ? ['base', 'princess_dragon'] : ['base', 'river', 'abbot'];
    await draftTable(who, sets, {}, ['me', 'bot:level1']);
    const random = randomFrom(31);
    let widest = 0;
    for (let kind = await asked(who, 60_000); kind !== null; kind = await asked(who, 60_000)) {
      const { hidden, all } = await assertClear(who, `${kind} on ${screen}`);
      widest = Math.max(widest, hidden);
      if (kind === 'place' && hidden > 0) assert.equal((await seenBySigns(who)).size, all, 'signs lead to every square');
      await answer(who, random);
    }
    if (screen === 'desk') assert.equal(widest, 0, 'a desk shows every map whole');
  });
