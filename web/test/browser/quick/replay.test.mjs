// Games that are looked at: from a file, a link, a table; step by step, by the chart, by themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { meet } from '../support/meet.mjs';
import { suite } from '../support/suite.mjs';
import { home, hotSeatTable, tableOf } from '../support/tables.mjs';

const here = suite();
const FILE = new URL('../positions/whole-game.json', import.meta.url);
const GAME = JSON.parse(readFileSync(FILE, 'utf8'));
const LENGTH = GAME.actions.length;

const file = (content, name = 'game.json') => ({ name, mimeType: 'application/json', buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) });
const study = (who, seq) => who.page.locator(`[data-page="study"][data-seq="${seq}"]`).waitFor();
const press = async (who, keys) => {
  for (const key of keys.split(' ')) await who.page.keyboard.press(key === 'Space' ? ' ' : key);
};
const trouble = (who) => who.page.getByTestId('open-trouble').innerText();

async function opened(content, options) {
  const who = await here.person(options);
  await who.page.goto(`${who.url}/replay`);
  await who.page.getByTestId('file').setInputFiles(file(content));
  await who.page.getByTestId('time').waitFor();
  return who;
}

test('a dropped file: by keys through time, the address follows, and the link holds the game', async () => {
  const who = await here.person();
  await home(who);
  const dropped = await who.page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.json', { type: 'application/json' }));
    return data;
  }, JSON.stringify(GAME));
  await who.page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await study(who, 0);
  assert.match(await who.page.title(), /^Player 1 – Player 2 · Replay/);
  await press(who, 'ArrowRight ArrowRight ArrowRight');
  await study(who, 3);
  assert.equal(await who.page.locator('[data-tile]').count(), 2);
  // A tab that was clicked does not keep the arrows for itself.
  await who.page.getByRole('tab', { name: 'Tiles left' }).click();
  await press(who, 'ArrowLeft');
  await study(who, 2);
  await press(who, 'ArrowRight');
  await study(who, 3);
  await press(who, 'PageDown');
  await study(who, 6);
  assert.equal(await who.page.locator('[data-seat="1"] [data-testid="score"]').innerText(), '6');
  await press(who, 'Shift+ArrowLeft ArrowLeft');
  await study(who, 2);
  await press(who, 'End');
  await study(who, LENGTH);
  await press(who, 'Home PageDown PageDown');
  await study(who, 6);
  await who.page.waitForURL(/\/replay\?move=6#g=[\w-]+$/);
  await assertAccessible(who.page, 'the replay');

  // The same address anywhere else, by keyboard alone: the slider says where one stands.
  const other = await here.person({ screen: 'phone', language: 'uk', theme: 'night' });
  await other.page.goto(who.page.url());
  await study(other, 6);
  const chart = other.page.getByTestId('chart');
  assert.match(await chart.getAttribute('aria-valuetext'), /^Хід 3 · Player 1: Player 1 0, Player 2 6$/);
  await chart.focus();
  await press(other, 'ArrowRight');
  await study(other, 7);
  await assertAccessible(other.page, 'the replay on a phone');
});

test('a finger on the chart, the history and the buttons; it plays by itself', async () => {
  const who = await opened(GAME, { screen: 'phone' });
  const chart = await who.page.getByTestId('chart').boundingBox();
  await who.page.touchscreen.tap(chart.x + chart.width / 2, chart.y + chart.height / 2);
  const seq = Number(await who.page.locator('[data-page="study"]:not([data-seq="0"])').getAttribute('data-seq'));
  assert.ok(Math.abs(seq - LENGTH / 2) < LENGTH / 12, `in the middle: ${seq}`);
  assert.ok((await who.page.getByTestId('mark').count()) > 5, 'what mattered is marked');
  await who.page.getByTestId('first').tap();
  await study(who, 0);
  await who.page.getByTestId('told').filter({ hasText: 'closes a city of 3 tiles: 6 points' }).first().tap();
  await study(who, 6);
  await who.page.locator('g.lit path').first().waitFor({ state: 'attached' });
  await who.page.getByTestId('to-turn').nth(3).tap();
  await study(who, 9);
  await who.page.getByTestId('step').tap();
  await study(who, 10);
  for (const [from, to, seq] of [[300, 200, 11], [200, 300, 10]]) {
    const finger = { pointerType: 'touch', pointerId: 7, isPrimary: true, bubbles: true, clientY: 500 };
    await who.page.getByTestId('caption').dispatchEvent('pointerdown', { ...finger, clientX: from });
    await who.page.getByTestId('caption').dispatchEvent('pointerup', { ...finger, clientX: to });
    await study(who, seq);
  }
  await who.page.locator('.speed select').selectOption('8');
  await who.page.getByTestId('play').tap();
  await who.page.waitForFunction(() => Number(document.querySelector('[data-page="study"]').dataset.seq) >= 16);
  await who.page.getByTestId('play').tap();
  assert.equal(await who.page.getByTestId('play').getAttribute('aria-label'), 'Play');
  for (const button of await who.page.getByTestId('time').getByRole('button').all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 40 && box.height >= 40 && box.x >= 0 && box.x + box.width <= 390, 'large enough, on the screen');
  }
});

test('files that are wrong are told so, in the language of the page; what can be seen of them is', async () => {
  const who = await here.person({ language: 'ru' });
  await who.page.goto(`${who.url}/replay`);
  const give = async (content) => who.page.getByTestId('file').setInputFiles(file(content));
  const wrong = [
    ['', /ничего нет/],
    ['{"bastide": 1', /запись 1 — неправильный JSON/],
    ['PNG\0', /не текстовый файл/],
    ['{"hello": "world"}', /нет начальных условий/],
    [{ ...GAME, rules: 99 }, /неправильная запись партии.*rules/i],
    [{ ...GAME, setup: { ...GAME.setup, sets: ['base', 'moon'] } }, /moon/],
    [{ ...GAME, actions: [{ do: 'dance' }] }, /неправильная запись партии.*dance/],
  ];
  for (const [content, words] of wrong) {
    await give(content);
    await who.page.waitForFunction((source) => new RegExp(source, 'is').test(document.querySelector('[data-testid="open-trouble"]')?.textContent ?? ''), words.source);
  }
  await assertAccessible(who.page, 'the opening');
  await who.page.goto(`${who.url}/replay#g=AAAA`);
  assert.match(await trouble(who), /Ссылка повреждена/);

  const broken = { ...GAME, actions: GAME.actions.with(10, { ...GAME.actions[10], at: [40, 40] }) };
  await give(broken);
  await who.page.getByTestId('time').waitFor();
  assert.match(await who.page.getByTestId('broken').innerText(), /^Действие 11 этой записи против правил\. Движок сообщает: «.+»\. Партия показана до этого места\.$/s);
  await press(who, 'End');
  await study(who, 10);

  // Several in a file, the last of them cut off.
  await who.page.goto(`${who.url}/replay`);
  await give(`${JSON.stringify(GAME)}\n${JSON.stringify(GAME).slice(0, 900)}`);
  await who.page.getByTestId('found').getByRole('button').nth(1).click();
  await who.page.getByTestId('broken').filter({ hasText: 'Запись обрывается' }).waitFor();
});

test('a game of a table, as it stands', async () => {
  const who = await here.person();
  await hotSeatTable(who, ['Ada', 'Boris']);
  const table = tableOf(who);
  await who.page.goto(`${who.url}/replay/${table}?move=1`);
  await study(who, 1);
  assert.match(await who.page.title(), /Ada – Boris · Replay/);
  await press(who, 'Home');
  await study(who, 0);
  await who.page.waitForURL(`${who.url}/replay/${table}?move=0`);
  await who.page.goto(`${who.url}/replay/none`);
  assert.match(await trouble(who), /There is no such game/);
  who.faults.length = 0; // the browser tells of the 404
});

test('a game that people are playing is told without the engine', async () => {
  const { people: [ada], link } = await meet(here);
  const watching = await here.person();
  for (const who of [ada, watching]) {
    await who.page.goto(link.replace('/t/', '/replay/'));
    await who.page.getByTestId('running').waitFor();
    assert.deepEqual(await who.page.getByRole('tab').allInnerTexts(), ['Moves', 'Tiles left']);
    assert.equal(await who.page.locator('[data-cell]').count(), 0, 'nothing can be tried');
  }
});
