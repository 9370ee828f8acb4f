import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, asked } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, randomFrom, setsTable } from '../support/tables.mjs';

const here = suite();

async function toTheEnd(who, seed) {
  const random = randomFrom(seed);
  while ((await asked(who, 60_000)) !== null) await answer(who, random);
  await who.page.locator('dialog[open]').waitFor();
}

test('a whole game on a phone against a bot, and one more', async () => {
  const who = await here.person({ screen: 'phone', language: 'ru' });
  await botTable(who);
  await toTheEnd(who, 11);
  const first = who.page.url();
  await who.page.getByTestId('rematch').tap();
  await who.page.waitForURL((url) => url.href !== first && url.pathname.startsWith('/t/'));
  await asked(who);
});

test('a whole game with the river and the abbot at one screen', async () => {
  const who = await here.person({ confirm: false });
  await setsTable(who, ['base', 'river', 'abbot'], {}, 2);
  await toTheEnd(who, 12);
});

test('a whole game of the wheel', async () => {
  const who = await here.person({ language: 'uk', theme: 'night' });
  await setsTable(who, ['wheel'], {}, 2);
  await toTheEnd(who, 13);
  assert.match(await who.page.locator('dialog[open]').innerText(), /\d/);
});

test('a whole game of six with inns, builders and sheep, whose points come from goods as well', async () => {
  const who = await here.person({ confirm: false, screen: 'window' });
  const sets = ['base', 'inns_cathedrals', 'traders_builders', 'hills_sheep'];
  await setsTable(who, sets, { double_turn: 'may' }, 6);
  await toTheEnd(who, 14);
  const results = who.page.getByTestId('results');
  assert.equal(await results.locator('thead th').count(), 7);
  await results.getByRole('rowheader', { name: 'Goods' }).waitFor();
});

test('a whole game of three with towers, abbeys and the circus', async () => {
  const who = await here.person({ confirm: false, screen: 'window' });
  await setsTable(who, ['base', 'tower', 'abbey_mayor', 'circus'], {}, 3);
  await toTheEnd(who, 15);
  await who.page.getByTestId('results').getByRole('rowheader', { name: 'Circus' }).waitFor();
});
