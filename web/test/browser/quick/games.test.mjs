import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, friendsTable, hotSeatTable, onBoard, randomFrom } from '../support/tables.mjs';

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

async function meet(options = [{}, {}]) {
  const people = [await here.person(options[0]), await here.person(options[1])];
  const link = await friendsTable(people[0]);
  await people[1].page.goto(link);
  await people[1].page.getByTestId('sit').click();
  await Promise.all(people.map(onBoard));
  return { people, link };
}

async function whoIsAsked(people) {
  for (;;) {
    const asking = await Promise.race(people.map((who) => asked(who).then((kind) => ({ who, kind }))));
    if (asking.kind === null) return null;
    if ((await look(asking.who)).asked) return asking.who;
  }
}

test('two people play a whole game in two browsers, and both see each move', async () => {
  const { people } = await meet([{ confirm: false }, { confirm: false }]);
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

test('a killed server comes back, and the game goes on where it was', async () => {
  const { people } = await meet();
  const random = randomFrom(3);
  for (let turn = 0; turn < 6; ++turn) await answer(await whoIsAsked(people), random);
  const who = await whoIsAsked(people);
  const before = await look(who);
  await here.server.kill();
  await who.page.getByText('The connection is gone').first().waitFor();
  await here.server.run();
  await who.page.getByRole('button', { name: 'Try now' }).click().catch(() => undefined);
  await who.page.getByText('The connection is gone').first().waitFor({ state: 'hidden', timeout: 30_000 });
  const after = await look(who);
  assert.deepEqual([after.seq, after.kind, after.asked], [before.seq, before.kind, true]);
  for (let turn = 0; turn < 6; ++turn) await answer(await whoIsAsked(people), random);
});

test('on a phone, by touch, against a bot', async () => {
  const who = await here.person({ screen: 'phone', language: 'uk' });
  await botTable(who);
  const random = randomFrom(5);
  for (let turn = 0; turn < 12; ++turn) {
    await asked(who);
    await answer(who, random);
  }
  assert.ok((await look(who)).seq > 20);
  const wider = await who.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wider, false, 'nothing sticks out of the screen');
});

test('several people at one screen', async () => {
  const who = await here.person({ language: 'ru' });
  await hotSeatTable(who, ['Анна', 'Борис', 'Вера']);
  const random = randomFrom(9);
  for (let turn = 0; turn < 12; ++turn) {
    await asked(who);
    await answer(who, random);
  }
  for (const name of ['Анна', 'Борис', 'Вера']) await who.page.getByText(name).first().waitFor();
});

test('by keyboard alone', async () => {
  const who = await here.person();
  await botTable(who);
  for (let turn = 0; turn < 8; ++turn) {
    const kind = await asked(who);
    const { seq } = await look(who);
    await who.page.locator('[role="application"]').focus();
    if (kind === 'place') {
      await who.page.keyboard.press('ArrowRight');
      await who.page.keyboard.press('r');
      await who.page.keyboard.press('Enter');
    } else if (turn % 4 === 1) {
      await who.page.keyboard.press('Tab');
      await who.page.keyboard.press('Enter');
    } else {
      await who.page.keyboard.press('s');
    }
    await who.page.waitForFunction((before) => Number(document.querySelector('[data-page="table"]').dataset.seq) > before, seq);
  }
  assert.ok((await who.page.getByTestId('live').textContent()).length > 0, 'what happened is told to screen readers');
});

for (const theme of ['day', 'night', 'contrast']) {
  test(`a table is accessible: ${theme}`, async () => {
    const who = await here.person({ theme });
    await botTable(who);
    await asked(who);
    await assertAccessible(who.page, 'table');
    const { cells } = await look(who);
    await who.page.mouse.click(cells[0].x, cells[0].y);
    await who.page.getByTestId('confirm').waitFor();
    await assertAccessible(who.page, 'table with a tile chosen');
  });
}
