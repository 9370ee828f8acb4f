// Several kinds of piece at hand: one of them is chosen first, then its spot; by mouse, finger and keyboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { look } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const record = JSON.parse(readFileSync(new URL('../positions/several-pieces.json', import.meta.url), 'utf8'));

async function sitDown(options) {
  const { who, kind } = await seatedAt(here, record, { confirm: false, ...options });
  assert.equal(kind, 'meeple');
  return who;
}

const spots = async (who) => (await look(who)).spots.map((spot) => spot.key);
const inHand = (who) => who.page.locator('[aria-pressed="true"][data-testid^="piece-"]').getAttribute('data-testid');
const moved = (who, seq) => who.page.waitForFunction(
  (before) => Number(document.querySelector('[data-page="table"]').dataset.seq) !== before, seq);

for (const screen of ['desktop', 'phone'])
  test(`the builder is taken into the hand and put down, ${screen}`, async () => {
    const who = await sitDown({ screen });
    const press = (name) => (who.touch ? who.page.getByTestId(name).tap() : who.page.getByTestId(name).click());
    assert.equal(await inHand(who), 'piece-meeple');
    assert.ok((await spots(who)).every((key) => key.endsWith('|meeple')));
    await assertAccessible(who.page, 'the choice of a piece');
    await press('piece-builder');
    const offered = await look(who);
    assert.ok(offered.spots.length > 0 && offered.spots.every((spot) => spot.key.endsWith('|builder')));
    const { x, y } = offered.spots[0];
    await (who.touch ? who.page.touchscreen.tap(x, y) : who.page.mouse.click(x, y));
    await moved(who, offered.seq);
    if (screen === 'desktop') await who.page.locator('[data-seat="0"] [aria-label="builder: 0"]').waitFor();
  });

test('the keyboard goes through the kinds, and a number puts the piece down', async () => {
  const who = await sitDown({});
  const { seq } = await look(who);
  await who.page.locator('[role="application"]').focus();
  const kinds = [];
  for (let i = 0; i < 4; ++i) {
    kinds.push(await inHand(who));
    await who.page.keyboard.press('p');
  }
  assert.deepEqual(kinds.sort(), ['piece-big', 'piece-builder', 'piece-meeple', 'piece-shepherd']);
  while ((await inHand(who)) !== 'piece-shepherd') await who.page.keyboard.press('p');
  await who.page.getByTestId('live').getByText('Chosen: shepherd. Gathers sheep').waitFor();
  await who.page.keyboard.press('1');
  await moved(who, seq);
});
