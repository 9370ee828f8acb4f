// The analysis board: what the engine thinks, what else could be done, and a game from nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assertAccessible } from '../support/axe.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const ROOT = resolve(import.meta.dirname, '../../../..');
const PROGRAM = process.env.BASTIDE ?? join(ROOT, 'build/release/bastide');
const ENDGAME = JSON.parse(readFileSync(join(import.meta.dirname, '../positions/endgame.json'), 'utf8'));
// Two tiles before the end, and the bag of sheep still full of chance.
const AT = 235;

const packed = (record) => deflateRawSync(Buffer.from(JSON.stringify(record))).toString('base64url');
const unpacked = (letters) => JSON.parse(inflateRawSync(Buffer.from(letters, 'base64url')));
/** Once the address holds the line to where one stands. */
const addressed = async (page) => {
  const seq = await seqOf(page);
  await page.waitForURL(({ hash }) => {
    const letters = new URLSearchParams(hash.slice(1)).get('g');
    return letters !== null && unpacked(letters).actions.length === seq;
  });
  return page.url();
};
const seqOf = async (page) => Number(await page.locator('main[data-page="study"]').getAttribute('data-seq'));
const atSeq = (page, seq) => page.locator(`main[data-seq="${seq}"]`).waitFor();
const isDone = (page) => page.locator('[data-done="true"]').waitFor();
const answer = (page, rank) => page.locator(`[data-answer="${rank}"]`);

async function analysed(record, options = {}) {
  const who = await here.person(options);
  await who.page.goto(`${who.url}/analysis#g=${packed(record)}`);
  await atSeq(who.page, record.actions.length);
  return who;
}

/** What the program says of one move of a record. */
function reviewed(record, index) {
  const { stdout } = spawnSync(PROGRAM, ['review', '--json', '--nodes', '2', '-'], { input: JSON.stringify(record), encoding: 'utf8' });
  return JSON.parse(stdout).moves.find((move) => move.index === index);
}

test('knows an endgame exactly, as the program does', async () => {
  const move = reviewed(ENDGAME, AT);
  assert.equal(move.judged, 'exact');
  const { page } = await analysed({ ...ENDGAME, actions: ENDGAME.actions.slice(0, AT) }, { screen: 'laptop' });
  await page.getByTestId('exact').waitFor();
  const best = answer(page, 1);
  assert.ok(Math.abs(Number(await best.getAttribute('data-chance')) - move.best_chance) < 0.001);
  assert.ok(Math.abs(Number(await best.getAttribute('data-lead')) - move.best_lead) < 0.001);
  await best.getByText('= 11/14').waitFor();
  // Cells that nothing fits are crossed, and the best answer comes into sight when it is looked at.
  assert.ok((await page.locator('[data-dead]').count()) > 5);
  await best.focus();
  assert.equal(await page.locator('[data-hint]').count(), 1);
  const label = await page.locator('[data-hint="answer 1"]').boundingBox();
  const map = await page.getByRole('application').boundingBox();
  assert.ok(label.y >= map.y && label.y + label.height <= map.y + map.height, 'the answer is in sight');
  await assertAccessible(page, 'an exact opinion');
});

test('thinks anew at every step, plays an answer, and keeps tries as a tree', async () => {
  const n = ENDGAME.actions.findIndex(({ do: kind }, index) => index > 60 && kind === 'place');
  const { page } = await analysed({ ...ENDGAME, actions: ENDGAME.actions.slice(0, n) }, { screen: 'laptop' });
  await isDone(page);
  const [first, second] = [await answer(page, 1).textContent(), await answer(page, 2).textContent()];
  await answer(page, 1).click();
  await page.locator(`main:not([data-seq="${n}"])`).waitFor();
  const tree = page.getByTestId('tree');
  await tree.locator('[aria-current="step"]').waitFor();
  // Back, what was thought is still known; another answer is another try.
  await page.keyboard.press('ArrowLeft');
  await atSeq(page, n);
  assert.equal(await answer(page, 1).textContent(), first);
  assert.equal(await answer(page, 2).textContent(), second);
  const steps = await tree.locator('[data-step]').count();
  await answer(page, 2).click();
  await page.locator(`main:not([data-seq="${n}"])`).waitFor();
  assert.equal(await tree.locator('[data-step]').count(), steps + 1);
  // Both go along with the address.
  const other = await here.person({ screen: 'window' });
  await other.page.goto(await addressed(page));
  await other.page.getByTestId('tree').locator('[data-step]').nth(steps).waitFor();
  await page.getByTestId('promote').click();
  await page.getByTestId('promote').waitFor({ state: 'detached' });
  await page.getByTestId('remove-try').click();
  await atSeq(page, n);
  assert.equal(await tree.locator('[data-step]').count(), steps);
});

test('an engine that cannot be had is told where one looks, and what was written stays', async () => {
  const who = await here.person({ screen: 'phone' });
  await who.context.route('**/*.wasm', (route) => route.abort());
  await who.page.goto(`${who.url}/analysis`);
  await who.page.getByTestId('new-position').getByRole('textbox').first().fill('Ada');
  await who.page.getByTestId('begin').click();
  const trouble = who.page.getByTestId('open-trouble');
  await trouble.waitFor();
  const { y, height } = await trouble.boundingBox();
  assert.ok(y >= 0 && y + height <= who.page.viewportSize().height, 'in sight');
  assert.equal(await who.page.getByTestId('new-position').getByRole('textbox').first().inputValue(), 'Ada');
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/net::ERR_FAILED/.test(fault)));
});

test('from nothing, on a phone: any tile, what fits where, chance and a bot', async () => {
  const { page } = await here.person({ screen: 'phone', language: 'uk' });
  await page.goto(`${here.server.url}/analysis`);
  await page.getByTestId('add-player').click();
  await page.getByTestId('begin').click();
  await page.getByTestId('dealer').waitFor();
  await assertAccessible(page, 'what is drawn');
  await page.locator('[data-outcome="base/B"]').click();
  await atSeq(page, 1);
  await isDone(page);
  await assertAccessible(page, 'analysis on a phone');
  await page.getByTestId('play-best').click();
  await atSeq(page, 2);
  await isDone(page);
  await answer(page, 1).click();
  await page.getByTestId('let-chance').click();
  await page.getByTestId('dealer').waitFor({ state: 'detached' });
  // Whoever opens this address elsewhere sees the same.
  const other = await here.person({ screen: 'phone' });
  await other.page.goto(await addressed(page));
  await atSeq(other.page, await seqOf(page));
});
