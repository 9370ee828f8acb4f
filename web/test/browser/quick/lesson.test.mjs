// The first game: offered to newcomers, played by touch and by keys, with wrong answers, a reload and no network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { ANSWERS, begin, chapterOf, give, playOn, type, waiting } from '../support/lesson.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const hint = (who) => who.page.getByTestId('lesson-hint');
const tilesOf = (who) => who.page.locator('[data-page="lesson"]').getAttribute('data-seq').then(Number);
const scoreOf = (who, seat) => who.page.locator(`[data-seat="${seat}"] [data-testid="score"]`).innerText();

test('a newcomer learns by touch: wrong answers are taken back, a reload goes on, the network may go', async () => {
  const who = await here.person({ screen: 'phone' });
  const started = Date.now();
  await who.page.goto(who.url);
  await who.page.getByTestId('lesson-offer').getByRole('link').tap();
  await waiting(who);
  const before = await tilesOf(who);
  await give(who, { cell: '0,-1' });
  await hint(who).waitFor();
  assert.match(await hint(who).innerText(), /^The rules allow that, too\. But let the road grow first/);
  assert.equal(await tilesOf(who), before, 'nothing has happened');
  await who.page.locator('.spotlight[data-lit="1,0"]').waitFor();
  await assertAccessible(who.page, 'a question of the lesson, with a hint');
  let left = await playOn(who, ANSWERS, (chapter) => chapter === 1);
  await give(who, { cell: '-1,0' });
  assert.match(await hint(who).innerText(), /turn the tile/);
  left = await playOn(who, left, (chapter) => chapter === 2);
  left = await playOn(who, left, (chapter, beat) => chapter === 3 && beat === 'tell');
  assert.equal(await scoreOf(who, 0), '6');
  const seq = await tilesOf(who);
  await who.page.reload();
  assert.equal(await waiting(who), 'tell');
  assert.deepEqual([await chapterOf(who), await tilesOf(who), await scoreOf(who, 0)], [3, seq, '6'], 'as it was');
  await who.context.setOffline(true);
  left = await playOn(who, left, (chapter, beat) => chapter === 4 && beat === 'ask');
  left = await playOn(who, left);
  assert.deepEqual(left, []);
  await who.page.getByTestId('lesson-ending').waitFor();
  assert.deepEqual([await scoreOf(who, 0), await scoreOf(who, 1)], ['38', '18']);
  assert.match(await who.page.getByTestId('lesson-ending').innerText(), /Field: 3 cities, \+9/);
  assert.equal(await who.page.getByTestId('line-down').count(), 0, 'nobody misses the server');
  await assertAccessible(who.page, 'the end of the lesson');
  await who.context.setOffline(false);
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/net::ERR_INTERNET/.test(fault)));
  console.log(`the lesson by touch: ${Date.now() - started} ms`);
  await who.page.getByTestId('lesson-home').tap();
  await who.page.getByTestId('play-now').waitFor();
  assert.equal(await who.page.getByTestId('lesson-offer').count(), 0, 'offered no more');
});

test('by keys alone: the map, the steps, and from the end into a first game', async () => {
  const who = await here.person({ screen: 'laptop', language: 'uk' });
  const { page } = who;
  const started = Date.now();
  await begin(who);
  const live = page.getByTestId('live');
  assert.match(await live.innerText(), /^Викладіть тайл поруч/, 'read aloud');
  await page.getByRole('application').focus();
  // A wrong answer is told, and the focus stays where it is.
  await type(who, { cell: '0,-1' });
  await hint(who).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-testid="live"]').textContent.startsWith('За правилами можна й так.'));
  const left = await playOn(who, ANSWERS, (chapter) => chapter === 4, type);
  assert.equal(left[0].cell, '0,1');
  await page.getByTestId('lesson-back').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('main').dataset.chapter === '3');
  await waiting(who);
  for (let chapter = 4; chapter < 10; ++chapter) {
    await page.getByTestId('lesson-skip').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((now) => document.querySelector('main').dataset.chapter === String(now), chapter);
    await waiting(who);
  }
  await page.getByRole('application').focus();
  await playOn(who, [], () => false, type);
  await page.getByTestId('lesson-ending').waitFor();
  assert.match(await live.innerText(), /Ви: 38.*Марта: 18/s);
  console.log(`the lesson by keys: ${Date.now() - started} ms`);
  await page.getByTestId('lesson-replay').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/replay\?move=0#/);
  await page.goBack();
  await page.getByTestId('lesson-ending').waitFor();
  await page.getByTestId('lesson-play').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\/here-/);
  await page.locator('[data-page="table"]').waitFor();
});
