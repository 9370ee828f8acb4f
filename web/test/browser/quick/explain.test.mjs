// Nothing is chosen blindly: a place tells its worth before it is taken, a thing tells its rule.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { look } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const record = JSON.parse(readFileSync(new URL('../positions/several-pieces.json', import.meta.url), 'utf8'));

/** A city, a road and a field are offered to four kinds of piece. */
async function sitDown(options) {
  const { who, kind } = await seatedAt(here, record, options);
  assert.equal(kind, 'meeple');
  await who.page.waitForTimeout(400);
  return who;
}

const lit = (who) => who.page.locator('path.outlined').count();
const seqOf = async (who) => (await look(who)).seq;
const moved = (who, seq) => who.page.waitForFunction(
  (before) => Number(document.querySelector('[data-page="table"]').dataset.seq) !== before, seq);

test('by mouse and keys: cards of things, then a place that tells its worth and is taken by one click', async () => {
  const who = await sitDown({});
  const { page } = who;
  const card = page.getByTestId('card');

  await page.locator('[role="application"]').focus();
  await page.keyboard.press('i');
  await card.getByText('on a road, city, monastery or field that nobody holds').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  assert.equal((await look(who)).kind, 'meeple', 'Escape closed the card and declined nothing');

  // The cathedral in the middle of its tile, where nothing is offered.
  const { at } = record.actions.find((action) => action.do === 'place' && action.tile.includes('IC-cathedral'));
  const cathedral = await page.locator(`[data-tile="${at}"]`).boundingBox();
  const middle = [cathedral.x + cathedral.width / 2, cathedral.y + cathedral.height / 2];
  await page.mouse.move(...middle);
  await page.waitForFunction(() => document.querySelector('[role="application"]').title.startsWith('Cathedral'));
  await page.mouse.click(...middle);
  await card.getByText('3 points for each tile and each pennant').waitFor();
  const builder = page.locator('[data-seat="0"]').getByRole('button', { name: 'builder: 1' });
  await builder.focus();
  await page.keyboard.press('Enter');
  await card.getByText('In hand:').waitFor();
  assert.equal(await builder.getAttribute('aria-expanded'), 'true');
  await assertAccessible(page, 'cards on the map and in the panel');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });

  const { spots, seq } = await look(who);
  assert.equal(await lit(who), 0);
  const city = spots.find((spot) => spot.key.includes('city'));
  await page.mouse.move(city.x, city.y);
  await page.getByTestId('feature').getByText(/^City: now 1 point, finished 2$/).waitFor();
  assert.ok((await lit(who)) > 0, 'the city is lit');
  await page.mouse.move(5, 300);
  await page.getByTestId('feature').waitFor({ state: 'hidden' });
  assert.equal(await lit(who), 0);
  await page.mouse.click(city.x, city.y);
  await moved(who, seq);
});

test('the first touch tells, the second settles', async () => {
  const who = await sitDown({ screen: 'phone' });
  const { spots, seq } = await look(who);
  const city = spots.find((spot) => spot.key.includes('city'));
  await who.page.touchscreen.tap(city.x, city.y);
  await who.page.getByTestId('feature').getByText('City: now 1 point').waitFor();
  assert.ok((await lit(who)) > 0, 'the city is lit');
  assert.equal(await seqOf(who), seq);
  await assertAccessible(who.page, 'a place that is told of');
  assert.equal(await who.page.getByTestId('confirm').innerText().then((text) => text.trim()), 'Put it here');
  const again = (await look(who)).spots.find((spot) => spot.key === city.key);
  await who.page.touchscreen.tap(again.x, again.y);
  await moved(who, seq);
});
