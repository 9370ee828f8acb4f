// Records from elsewhere, of all kinds of sets, in the replay: each of them to its end, with the scores that the program
// has; and what one takes away from a replay.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { suite } from '../support/suite.mjs';

const here = suite();
const PROGRAM = process.env.BASTIDE ?? resolve(import.meta.dirname, '../../../../build/release/bastide');
const SETS = 'base,river,abbot,inns_cathedrals,traders_builders,princess_dragon,tower,abbey_mayor,hills_sheep';

const GAME = JSON.parse(readFileSync(join(import.meta.dirname, '../positions/whole-game.json'), 'utf8'));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 2 ** 27 });
  assert.equal(status, 0, stderr);
  return stdout;
}

const recorded = ['records', 'positions'].flatMap((folder) => {
  const path = join(import.meta.dirname, '..', folder);
  return readdirSync(path).map((name) => join(path, name));
});

async function open(who, text) {
  await who.page.goto(`${who.url}/lesson`);
  await who.page.goto(`${who.url}/replay`);
  await who.page.getByTestId('pasted').fill(text);
  await who.page.getByTestId('open-pasted').click();
  await who.page.locator('[data-page="study"][data-seq="0"]').waitFor();
}

async function downloaded(who, button) {
  const saved = who.page.waitForEvent('download');
  await who.page.getByTestId(button).click();
  const download = await saved;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const scores = (who) => who.page.evaluate(() =>
  [...document.querySelectorAll('[data-seat] [data-testid="score"]')].map((each) => Number(/-?\d+/.exec(each.getAttribute('aria-label').replace('−', '-'))[0])));

test('all kinds of records are played to their end, as the program plays them', async () => {
  const who = await here.person({ screen: 'laptop' });
  for (const path of recorded) {
    const text = readFileSync(path, 'utf8');
    const { actions } = JSON.parse(text);
    if (actions.length === 0) continue;
    await open(who, text);
    assert.equal(await who.page.getByTestId('broken').count(), 0, path);
    await who.page.keyboard.press('End');
    await who.page.locator(`[data-page="study"][data-seq="${actions.length}"]`).waitFor();
    const { players } = JSON.parse(run('replay', path, '--json'));
    assert.deepEqual(await scores(who), players.map(({ score }) => score), path);
  }
});

test('a long game of six with nine sets: every turn on a phone, and accessible on other screens, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bastide-replay-'));
  const file = join(folder, 'game.json');
  run('simulate', '--sets', SETS, '--players', '6', '--games', '1', '--bots', 'random', '--records', file);
  const text = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  const { actions } = JSON.parse(text);
  const all = `[data-page="study"][data-seq="${actions.length}"]`;
  for (const [screen, language, theme] of [['phone', 'en', 'contrast'], ['lying', 'ru', 'day'], ['tablet', 'uk', 'night']]) {
    const who = await here.person({ screen, language, theme });
    await open(who, text);
    for (let seq = 0; screen === 'phone' && seq < actions.length;) {
      await who.page.keyboard.press('PageDown');
      await who.page.waitForFunction((before) => Number(document.querySelector('[data-page="study"]').dataset.seq) > before, seq);
      seq = Number(await who.page.locator('[data-page="study"]').getAttribute('data-seq'));
    }
    await who.page.keyboard.press('End');
    await who.page.locator(all).waitFor();
    await who.page.keyboard.press('PageUp');
    await who.page.locator(all).waitFor({ state: 'detached' });
    for (const tab of [0, 3]) {
      await who.page.getByRole('tab').nth(tab).click();
      await assertAccessible(who.page, `${screen} ${tab}`);
    }
  }
});

test('what one takes away: pictures and the record, whole and up to here', async () => {
  const who = await here.person();
  await open(who, JSON.stringify(GAME));
  for (const key of ['PageDown', 'PageDown', 'ArrowRight', 'ArrowRight']) await who.page.keyboard.press(key);
  await who.page.locator('[data-page="study"][data-seq="8"]').waitFor();
  await who.page.getByTestId('share-study').click();
  await assertAccessible(who.page, 'sharing');
  const svg = await downloaded(who, 'save-svg');
  assert.equal(svg.name, 'bastide-game-8.svg');
  const markup = svg.content.toString();
  assert.equal(markup.match(/data-tile=/g).length, 4, 'the tiles of that moment');
  assert.ok(markup.includes('Player 2') && markup.includes('Turn 3') && !markup.includes('var(--colour'), 'with its players, for any program');
  const png = await downloaded(who, 'save-png');
  assert.equal(png.content.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.content.length > 30_000);
  const strip = ({ setup, actions }) => ({ setup, actions });
  assert.deepEqual(strip(JSON.parse((await downloaded(who, 'save-record')).content)), strip(GAME));
  assert.deepEqual(JSON.parse((await downloaded(who, 'save-record-here')).content).actions, GAME.actions.slice(0, 8));
  const link = await who.page.getByTestId('study-link').inputValue();
  assert.match(link, /\/replay\?move=8#g=/);
  await who.page.getByTestId('another').click();
  await who.page.getByTestId('pasted').fill(link);
  await who.page.getByTestId('open-pasted').click();
  await who.page.locator('[data-page="study"][data-seq="0"]').waitFor();
});
