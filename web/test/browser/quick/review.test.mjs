// The review in the page: what the command says, the moments on the map, another try, and what is kept.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { assertAccessible } from '../support/axe.mjs';
import { PROGRAM } from '../support/server.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const TWO = read('../positions/whole-game.json');
const FOUR = read('../../unit/reviews/four-with-bazaar.json').record;

async function nativeReview(record) {
  const folder = mkdtempSync(join(tmpdir(), 'bastide-review-'));
  try {
    writeFileSync(join(folder, 'game.json'), JSON.stringify(record));
    const { stdout } = await promisify(execFile)(PROGRAM, ['review', join(folder, 'game.json'), '--nodes', '200', '--json']);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A record from a file, at its review. */
async function openReview(who, record) {
  await who.page.goto(`${who.url}/replay`);
  await who.page.getByTestId('file').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(record)) });
  await reviewTab(who).click();
}

const reviewTab = (who) => who.page.locator('[role="tab"]').nth(2);
const start = async (who) => {
  await who.page.locator('input[type="radio"][value="quick"]').check();
  await who.page.getByTestId('review-start').click();
};
const chances = (who) => who.page.getByTestId('chances');
const verdict = (who) => who.page.locator('[data-verdict]');

async function saved(who) {
  const download = who.page.waitForEvent('download');
  await who.page.getByTestId('review-save').click();
  return JSON.parse(readFileSync(await (await download).path(), 'utf8'));
}

/** By the list of all choices: the answer with these words, or the first without any of them. */
async function answerWith(who, words, wanted) {
  const { page } = who;
  if ((await page.locator('[data-option]').count()) === 0) await page.keyboard.press('l');
  const options = page.locator('[data-option]');
  await options.first().waitFor();
  const names = await options.allInnerTexts();
  const index = names.findIndex((name) => words.includes(name) === wanted);
  await options.nth(index).click();
  await page.locator('section.dock [data-testid="confirm"]').click();
}

test('a whole game: the review is the command’s, goes on beside other things, shows the better move, and lets one try again', async () => {
  const who = await here.person({ screen: 'laptop' });
  const { page } = who;
  const native = nativeReview(TWO);
  await openReview(who, TWO);
  await start(who);
  await page.locator('[role="tab"]').first().click();
  await page.getByText('The review is done.').first().waitFor();
  await reviewTab(who).click();
  await chances(who).waitFor();
  const [mine, theirs] = [await saved(who), await native];
  assert.deepEqual(mine, theirs);
  assert.ok(mine.account, 'a finished game of two');

  // The moments are those of the review; one of them on the map, with what was better beside what was played.
  const moments = page.getByTestId('moment');
  assert.deepEqual(await moments.evaluateAll((cards) => cards.map((card) => Number(card.dataset.index))), mine.moments);
  const [index] = mine.moments;
  const move = mine.moves.find((each) => each.index === index);
  await moments.first().getByTestId('show').click();
  await page.locator(`[data-page="study"][data-seq="${index}"]`).waitFor();
  await page.locator('[data-hint="answer 1"]').waitFor({ state: 'attached' });
  await page.locator('[data-hint="answer played"]').waitFor({ state: 'attached' });
  const words = await moments.first().locator('.marked').allInnerTexts();
  assert.equal(words.length, 2);

  // Another try: the solution is nowhere to be seen.
  await moments.first().getByTestId('try').click();
  await page.getByTestId('trial').waitFor();
  await page.locator('[role="application"]:focus').waitFor();
  assert.equal(await page.locator('[data-hint]').count(), 0);
  assert.ok(!(await page.getByTestId('review-panel').innerText()).includes(words[1]));
  await answerWith(who, words, false);
  await verdict(who).waitFor();
  assert.match(await verdict(who).getAttribute('data-verdict'), /^(best|better|worse)$/);
  // The chances are those of the game: they end where the try leaves it, and within the chart.
  const rightOf = async (selector) => page.locator(selector).first().evaluate((drawn) => drawn.getBoundingClientRect().right);
  assert.ok((await rightOf('[data-testid="chart"] path.chance')) <= (await rightOf('[data-testid="chart"]')));
  if ((await page.getByTestId('once-more').count()) > 0) {
    await page.getByTestId('once-more').click();
    await page.locator(`[data-page="study"][data-seq="${index}"]`).waitFor();
    await answerWith(who, [words[1]], true);
    await page.locator('[data-verdict="best"]').waitFor();
  }
  await assertAccessible(page, 'another try');
  await page.getByTestId('solution').click();
  await page.locator('[data-hint="answer 1"]').waitFor({ state: 'attached' });
  assert.ok(move.cost.points > 0);

  // By the keyboard through time.
  const slider = page.getByRole('slider', { name: 'Chance of winning' });
  await slider.focus();
  await page.keyboard.press('End');
  await page.locator(`[data-page="study"][data-seq="${TWO.actions.length}"]`).waitFor();
  assert.match(await slider.getAttribute('aria-valuetext'), /100%.* 0%/);
  await page.keyboard.press('ArrowLeft');
  await page.locator(`[data-page="study"][data-seq="${mine.moves.at(-2).index + 1}"]`).waitFor();
});

test('on a phone, a game of four that goes on, with a bazaar: lines, rough estimates, and the review is there again at once', async () => {
  const who = await here.person({ screen: 'phone', language: 'uk', theme: 'night' });
  const { page } = who;
  await openReview(who, FOUR);
  await start(who);
  await chances(who).waitFor();
  assert.equal(await chances(who).locator('path.line').count(), 8, 'a line each, and each in the key');
  assert.match(await page.getByTestId('review-summary').innerText(), /Гру не завершено/);
  assert.equal(await page.getByTestId('review-summary').locator('tbody tr').count(), 4);
  await page.getByTestId('all-moves').locator('summary').click();
  const rows = page.getByTestId('review-moves').locator('li button');
  await rows.first().waitFor();
  assert.deepEqual(await rows.count(), FOUR.actions.length);
  await page.locator('[data-testid="all-moves"] select').selectOption({ label: 'Boris' });
  assert.ok((await rows.count()) < FOUR.actions.length / 2);
  const offer = page.getByTestId('review-moves').getByRole('button').filter({ hasText: /Ставка|Пас/ }).first();
  await offer.tap();
  await page.getByText('груба оцінка').first().waitFor();
  await assertAccessible(page, 'the review on a phone');

  await openReview(who, FOUR);
  await chances(who).waitFor();
  assert.equal(await page.getByTestId('review-start').count(), 1);
  assert.equal(await page.getByTestId('review-running').count(), 0);
});

test('a review that is stopped leaves nothing, and a game without moves has none', async () => {
  const who = await here.person({ screen: 'window' });
  const { page } = who;
  await openReview(who, TWO);
  await page.locator('input[type="radio"][value="thorough"]').check();
  await page.getByTestId('review-start').click();
  await page.getByTestId('review-stop').click();
  await page.getByTestId('review-start').waitFor();
  assert.equal(await chances(who).count(), 0);
  await openReview(who, { ...TWO, actions: [] });
  await page.getByTestId('review-nothing').waitFor();
});
