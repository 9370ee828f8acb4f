// Whole games in five windows: nothing that can be chosen lies under anything, or is smaller than a finger, and what
// a wide map leaves out of sight is brought by the signs at its edges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClear, WINDOWS } from '../support/clear.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { draftTable, randomFrom } from '../support/tables.mjs';

const here = suite();

/** Past which side of the map a point lies furthest; null where it is in sight. */
function sideOf(map, { x, y }) {
  const beyond = { left: map.x - x, right: x - map.x - map.width, top: map.y - y, bottom: y - map.y - map.height };
  const [[side, far]] = Object.entries(beyond).sort((a, b) => b[1] - a[1]);
  return far > 0 ? side : null;
}

/** Follows the signs towards squares that were not in sight yet; gives the keys of all that were. */
async function seenBySigns(who) {
  const seen = new Set();
  const map = await who.page.locator('[role="application"]').boundingBox();
  for (let steps = 0; steps < 24; ++steps) {
    await assertClear(who, 'after a sign was followed');
    const { cells } = await look(who);
    for (const cell of cells) if (sideOf(map, cell) === null) seen.add(cell.key);
    const missing = cells.find((cell) => !seen.has(cell.key));
    if (!missing) break;
    const sign = who.page.locator(`[data-more="${sideOf(map, missing)}"]`);
    await ((await sign.count()) > 0 ? sign : who.page.locator('[data-more]').first()).click();
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
      if (kind === 'place' && hidden > 0) assert.equal((await seenBySigns(who)).size, all, `signs lead to every square, ${hidden} of ${all} out of sight`);
      await answer(who, random);
    }
    if (screen === 'desk') assert.equal(widest, 0, 'a desk shows every map whole');
  });
