// At five window sizes nothing that can be chosen lies under anything, or is smaller than a finger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClear, WINDOWS } from '../support/clear.mjs';
import { meet } from '../support/meet.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, randomFrom, setsTable } from '../support/tables.mjs';

const here = suite();
const DECISIONS = 12;

test('all answers can be touched in every window', async () => {
  const who = await here.person({ screen: 'laptop' });
  await botTable(who);
  const random = randomFrom(21);
  for (let n = 0; n < DECISIONS; ++n) {
    const kind = await asked(who);
    for (const [name, size] of Object.entries(WINDOWS)) {
      await who.page.setViewportSize(size);
      const when = `${kind}, decision ${n}, ${name}`;
      const seenWhole = async () => {
        const { hidden, tooWide } = await assertClear(who, when);
        return hidden === 0 || tooWide;
      };
      let seen = await seenWhole();
      // A busy machine may begin to move the map a moment after the window has changed.
      for (let tries = 0; tries < 8 && !seen; ++tries) {
        await who.page.waitForTimeout(250);
        seen = await seenWhole();
      }
      assert.ok(seen, `${when}: a map that fits into the window is seen whole`);
    }
    await answer(who, random);
  }
});

test('on a phone a chosen tile is large, and the map goes back when it is given up', async () => {
  const who = await here.person({ screen: 'phone' });
  await botTable(who);
  const random = randomFrom(4);
  for (let n = 0; n < 16; ++n) {
    await asked(who);
    await answer(who, random);
  }
  while ((await asked(who)) !== 'place') await answer(who, random);
  const before = (await look(who)).cells;
  const map = await who.page.locator('[role="application"]').boundingBox();
  const seen = before.find(({ x, y }) => x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height);
  await who.page.touchscreen.tap(seen.x, seen.y);
  await who.page.getByTestId('cancel').waitFor();
  await assertClear(who, 'a chosen tile');
  const ghost = await who.page.locator('[data-ghost]').boundingBox();
  assert.ok(ghost.width >= 90, `the chosen tile has ${ghost.width} pixels`);
  await who.page.getByTestId('cancel').tap();
  await who.page.locator('[data-ghost]').waitFor({ state: 'detached' });
  assert.deepEqual((await look(who)).cells, before);
});

test('a tile turned in the hand is laid as it is held', async () => {
  const who = await here.person({ screen: 'phone' });
  await botTable(who);
  await asked(who);
  const turnOf = () => who.page.locator('section.dock .hand use').getAttribute('href');
  const first = await turnOf();
  await who.page.getByTestId('rotate').tap();
  assert.notEqual(await turnOf(), first);
  const fits = who.page.locator('[data-cell]:not(.otherwise)');
  for (let turns = 1; turns < 4 && (await fits.count()) === 0; ++turns) await who.page.getByTestId('rotate').tap();
  const square = await fits.first().boundingBox();
  await who.page.touchscreen.tap(square.x + square.width / 2, square.y + square.height / 2);
  await who.page.locator('[data-ghost]').waitFor();
  assert.equal(await who.page.locator('use.ghost').getAttribute('href'), await turnOf());
});

test('who has gone is marked on a phone, and when they are back', async () => {
  const { people: [who, other], link } = await meet(here, [{ screen: 'phone' }, {}]);
  const sign = who.page.locator('[data-seat="1"] [aria-label="away"]');
  assert.equal(await sign.count(), 0);
  await other.page.close();
  await sign.waitFor();
  await (await other.context.newPage()).goto(link);
  await sign.waitFor({ state: 'detached' });
});

test('an entry of the list is marked on the map, and the same button sends it', async () => {
  const who = await here.person({ screen: 'phone' });
  await botTable(who);
  await asked(who);
  const { seq } = await look(who);
  await who.page.getByRole('button', { name: 'All choices' }).tap();
  await who.page.locator('[data-option="place"]').last().tap();  // a monastery fits in one place only
  await who.page.locator('[data-ghost]').waitFor();
  assert.equal((await look(who)).seq, seq);
  await who.page.getByTestId('confirm').tap();
  await who.page.waitForFunction((before) => Number(document.querySelector('[data-page="table"]').dataset.seq) !== before, seq);
});

test('six players fit into a phone', async () => {
  const who = await here.person({ screen: 'phone', language: 'ru' });
  await setsTable(who, ['base', 'inns_cathedrals'], {}, 6);
  await asked(who);
  const broken = await who.page.locator('.players li').evaluateAll((cards) => cards.flatMap((card) => {
    const box = card.getBoundingClientRect();
    return [...card.querySelectorAll('.name, .score, .supply')].filter((part) => {
      const inner = part.getBoundingClientRect();
      return inner.left < box.left || inner.right > box.right + 0.5 || inner.bottom > box.bottom + 0.5 || inner.width < 12;
    }).map((part) => part.outerHTML.slice(0, 80));
  }));
  assert.deepEqual(broken, []);
  assert.equal(await who.page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
});
