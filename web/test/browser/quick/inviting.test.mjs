// A friend is asked to a table, and colours are chosen there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { suite } from '../support/suite.mjs';
import { friendsTable, home, onBoard } from '../support/tables.mjs';
import { assertCoversNothing } from '../support/toasts.mjs';

const here = suite();
const colourOf = (who, selector) => who.page.locator(selector).evaluate((element) => getComputedStyle(element).color);

test('who opens a link sees who invites, to what, and one button', async () => {
  const [host, friend] = [await here.person(), await here.person({ screen: 'phone', language: 'uk' })];
  const link = await friendsTable(host);
  await host.page.getByRole('button', { name: 'Copy' }).click();
  await assertCoversNothing(host.page.locator('.toast span'));
  const name = await host.page.locator('[data-seat="0"] strong').innerText();
  await friend.page.goto(link);
  const sit = friend.page.getByTestId('sit');
  await friend.page.getByRole('heading', { name: `${name} запрошує вас зіграти` }).waitFor();
  await friend.page.getByTestId('invitation').getByText('Класика').waitFor();
  const box = await sit.boundingBox();
  assert.ok(box.y + box.height < 844, 'the button is seen without scrolling');
  assert.equal(await friend.page.getByTestId('link').isVisible(), false, 'there is nothing to send yet');
  await assertAccessible(friend.page, 'invitation');
  await sit.tap();
  await Promise.all([onBoard(host), onBoard(friend)]);
});

test('the friends card opens any game, for everybody too, and the link stays at hand in play', async () => {
  const [host, guest] = [await here.person(), await here.person()];
  await home(guest);
  await home(host);
  await host.page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('river_abbot');
  await host.page.getByRole('switch', { name: /everybody/ }).check();
  await host.page.getByTestId('friends').click();
  const link = await host.page.getByTestId('link').inputValue();
  await guest.page.locator(`main a[href="${new URL(link).pathname}"]`).filter({ hasText: 'New edition' }).click();
  await guest.page.getByTestId('sit').click();
  await onBoard(host);
  await host.page.getByRole('button', { name: 'Menu' }).click();
  assert.equal(await host.page.locator('dialog[open]').getByTestId('link').inputValue(), link);
});

test('everybody plays in a colour of their own choice', async () => {
  const [host, friend] = [await here.person(), await here.person({ colour: 4 })];
  const link = await friendsTable(host, 2);
  await host.page.locator('[data-seat="0"] [data-colour="2"]').check({ force: true });
  await host.page.locator('[data-seat="0"] [data-colour="2"]:checked').waitFor({ state: 'attached' });
  await friend.page.goto(link);
  await friend.page.getByTestId('sit').click();
  await Promise.all([onBoard(host), onBoard(friend)]);
  for (const who of [host, friend]) {
    assert.equal(await colourOf(who, '.players [data-seat="0"] .emblem'), 'rgb(244, 201, 47)', 'yellow');
    assert.equal(await colourOf(who, '.players [data-seat="1"] .emblem'), 'rgb(53, 48, 47)', 'black');
  }
});
