// Scoring as it is watched, the end of a game, and what can be read afterwards.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';
import { randomFrom } from '../support/tables.mjs';

const here = suite();
const GAME = JSON.parse(readFileSync(new URL('../positions/whole-game.json', import.meta.url), 'utf8'));

/** Both seats of a game that stands before this action. */
async function sitDown(actions, options) {
  const record = { ...GAME, actions: GAME.actions.slice(0, actions) };
  return (await seatedAt(here, record, { confirm: false, ...options })).who;
}

async function watch(who, options) {
  const watcher = await here.person(options);
  await watcher.page.goto(who.page.url());
  await watcher.page.locator('[data-page="table"]').waitFor();
  return watcher;
}

const scoreOf = (who, seat) => who.page.locator(`[data-seat="${seat}"] [data-testid="score"]`).first();

/** Everything that the sheet, the travellers and the score have shown, in their order. */
const note = (who) => who.page.evaluate(() => {
  globalThis.noted = [];
  const see = () => {
    const now = ['sheet', 'points', 'walker'].filter((name) => document.querySelector(`[data-testid="${name}"]`));
    const score = document.querySelector('[data-seat="0"] [data-testid="score"]').textContent.trim();
    const moving = document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).length;
    globalThis.noted.push({ now, score, moving, sheet: document.querySelector('[data-testid="sheet"]')?.textContent ?? '' });
    requestAnimationFrame(see);
  };
  see();
});
const noted = (who) => who.page.evaluate(() => globalThis.noted);

test('a road is scored: it is counted beside it, points and piece travel, the score arrives; still where nothing may move', async () => {
  const who = await sitDown(56, { motion: 'full' });
  const calm = await watch(who, { screen: 'phone' });
  await Promise.all([note(who), note(calm)]);
  assert.equal(await scoreOf(who, 0).innerText(), '6');
  const spot = (await look(who)).spots.find(({ key }) => key.startsWith('-3,2 road:E'));
  await who.page.mouse.click(spot.x, spot.y);
  await who.page.getByTestId('sheet').waitFor();
  // The true score is there for those who listen; the page already asks the next player.
  assert.match(await scoreOf(who, 0).getAttribute('aria-label'), /^10 /);
  await who.page.locator('g.lit path').first().waitFor({ state: 'attached' });
  await who.page.getByTestId('sheet').waitFor({ state: 'hidden' });
  await who.page.waitForFunction(() => document.querySelector('[data-seat="0"] [data-testid="score"]').textContent.trim() === '10');
  const seen = await noted(who);
  assert.ok(seen.some(({ sheet }) => /Road.*4 tiles.*4/s.test(sheet)), 'the sheet counts');
  assert.ok(seen.some(({ now, score }) => now.includes('points') && now.includes('walker') && score === '6'), 'both travel before the score changes');
  await asked(who);

  await calm.page.getByTestId('sheet').waitFor({ state: 'hidden' });
  const quiet = await noted(calm);
  const first = quiet.findIndex(({ now }) => now.includes('sheet'));
  assert.ok(first > 0, 'the sheet is shown');
  assert.ok(quiet.slice(first).every(({ now, score }) => score === '10' && !now.includes('points') && !now.includes('walker')));
  assert.deepEqual(quiet.slice(first).filter(({ moving }) => moving > 0), []);

  // The history on the phone: a touch on a line closes the panel and lights the place.
  const folded = calm.page.getByRole('button', { name: 'Tools' });
  if ((await folded.count()) > 0) await folded.tap();
  await calm.page.getByRole('button', { name: 'Score and history' }).tap();
  await calm.page.getByTestId('told').filter({ hasText: 'closes a road of 4 tiles: 4 points' }).tap();
  await calm.page.locator('dialog[open]').waitFor({ state: 'detached' });
  await calm.page.locator('g.lit path').first().waitFor({ state: 'attached' });
});

test('the end of a game: the final scoring, skipped; the result; and the map afterwards', async () => {
  const who = await sitDown(GAME.actions.length - 1, { motion: 'full' });
  const random = randomFrom(4);
  const finale = who.page.getByTestId('finale');
  for (let tries = 0; tries < 3 && !(await finale.isVisible()); ++tries) {
    await answer(who, random);
    await who.page.waitForTimeout(200);
  }
  await finale.waitFor();
  assert.equal(await who.page.locator('dialog[open]').count(), 0, 'the result waits');
  await who.page.getByTestId('sheet').waitFor();
  await assertAccessible(who.page, 'the final scoring');
  await who.page.keyboard.press('s');
  const ranking = who.page.getByTestId('ranking');
  await ranking.waitFor();
  assert.ok((await ranking.locator('.share').count()) >= 6, 'each player’s points by their sources');
  await assertAccessible(who.page, 'the result');
  const saved = who.page.waitForEvent('download');
  await who.page.getByTestId('save-picture').click();
  const picture = await saved;
  assert.match(picture.suggestedFilename(), /\.png$/);
  assert.ok(statSync(await picture.path()).size > 100_000, 'the whole map is in it');
  await who.page.getByTestId('best').click();
  await who.page.locator('dialog[open]').waitFor({ state: 'detached' });
  await who.page.locator('g.lit path').first().waitFor({ state: 'attached' });

  const later = await watch(who, {});
  await later.page.getByTestId('ranking').waitFor();
  await later.page.keyboard.press('Escape');
  // All pieces have gone home by the rules, and are still where they stood.
  assert.ok((await later.page.locator('.memory use').count()) > 20);
  assert.ok((await later.page.locator('.overlay .label').count()) > 10);
  const box = await later.page.locator('[data-tile="-1,-2"]').boundingBox();
  await later.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const card = later.page.getByTestId('feature');
  await card.waitFor();
  assert.match(await card.innerText(), /Monastery[\s\S]*\d points[\s\S]*Guest/);
  await later.page.getByTestId('laid').nth(1).click();
  await later.page.locator('[data-lit]').waitFor();
});
