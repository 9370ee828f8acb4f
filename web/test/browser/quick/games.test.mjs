import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { meet, whoIsAsked } from '../support/meet.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, hotSeatTable, randomFrom } from '../support/tables.mjs';

const here = suite();

test('a killed server comes back, and the game goes on where it was', async () => {
  const { people } = await meet(here);
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
  // What happened is told to screen readers.
  await who.page.waitForFunction(() => document.querySelector('[data-testid="live"]').textContent.trim().length > 0);
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
