// A flock that grows: its number on the map, what is said, and a question that outlives a reload.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { asked } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const record = JSON.parse(readFileSync(new URL('../records/flock.json', import.meta.url), 'utf8'));

async function askedAboutSheep() {
  const { who, kind } = await seatedAt(here, record, { confirm: false });
  assert.equal(kind, 'flock');
  return who;
}

const until = (page, kind) => page.waitForFunction(
  (wanted) => document.querySelector('[data-testid="prompt"]')?.dataset.kind === wanted, kind);
const sheepOn = (page) => page.locator('g.figure > text').allTextContents();

test('a flock grows, or is lost to a wolf, before the eyes of everybody', async () => {
  const who = await askedAboutSheep();
  await who.page.getByRole('button', { name: 'Herd it into the stable: 2 points' }).waitFor();
  const watcher = await here.person();
  await watcher.page.goto(who.page.url());
  await watcher.page.locator('[data-page="table"]').waitFor();
  await who.page.getByTestId('grow').click();
  await until(who.page, 'place');
  const said = await who.page.getByTestId('live').innerText();
  const token = /from the bag: (\d sheep|wolf)/.exec(said)?.[1];
  assert.ok(token, said);
  assert.match(said, /Place your tile$/, 'the next question is told, not the last one');
  const flock = token === 'wolf' ? [] : [String(2 + Number(token[0]))];
  for (const page of [who.page, watcher.page]) {
    await until(page, 'place');
    assert.deepEqual(await sheepOn(page), flock);
  }
});

test('the question is asked again after a reload, in another tab and after the back button', async () => {
  const who = await askedAboutSheep();
  await who.page.reload();
  assert.equal(await asked(who), 'flock');
  const tab = await who.context.newPage();
  await tab.goto(who.page.url());
  await tab.getByTestId('herd').waitFor();
  await who.page.goBack();
  await who.page.goForward();
  assert.equal(await asked(who), 'flock');
  await tab.getByTestId('herd').click();
  await until(who.page, 'place');
  assert.equal(await who.page.locator('[data-seat="0"] [data-testid="score"]').innerText(), '2');
});
