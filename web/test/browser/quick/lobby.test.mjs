import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { suite } from '../support/suite.mjs';
import { friendsTable, home, onBoard } from '../support/tables.mjs';

const here = suite();
const MOST_BYTES = 300_000;
const MOST_BYTES_OF_ENGINE = 250_000;

/** Counts what is sent to this person from now on, as it goes over the line. */
async function sentTo(who) {
  const sent = { bytes: 0, engine: 0 };
  const ofEngine = new Set();
  const network = await who.context.newCDPSession(who.page);
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ requestId, request }) => request.url.endsWith('.wasm') && ofEngine.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sent[ofEngine.has(requestId) ? 'engine' : 'bytes'] += encodedDataLength;
  });
  return sent;
}

test('less than 300 KB are sent until the first board is there, and 250 KB for the engine', async () => {
  const who = await here.person();
  const sent = await sentTo(who);
  await home(who);
  await who.page.waitForLoadState('networkidle');
  console.log(`first page: ${(sent.bytes / 1000).toFixed(0)} KB`);
  assert.ok(sent.bytes > 10_000, `${sent.bytes} bytes`);
  await who.page.getByTestId('play-now').click();
  await onBoard(who);
  await who.page.waitForLoadState('networkidle');
  console.log(`first page and first board: ${(sent.bytes / 1000).toFixed(0)} KB`);
  assert.ok(sent.bytes < MOST_BYTES, `${sent.bytes} bytes`);
  console.log(`engine: ${(sent.engine / 1000).toFixed(0)} KB`);
  assert.ok(sent.engine > 10_000 && sent.engine < MOST_BYTES_OF_ENGINE, `${sent.engine} bytes of the engine`);
});

for (const theme of ['day', 'night', 'contrast']) {
  test(`pages are accessible: ${theme}`, async () => {
    const who = await here.person({ theme });
    await home(who);
    await assertAccessible(who.page, 'home');
    await who.page.getByTestId('more').click();
    await who.page.getByTestId('create').waitFor();
    await assertAccessible(who.page, 'new table');
    await who.page.keyboard.press('Escape');
    await friendsTable(who);
    await assertAccessible(who.page, 'waiting room');
  });
}

test('dialogs are accessible and close with Escape', async () => {
  const who = await here.person({ screen: 'lying' });
  await home(who);
  for (const name of ['Help', 'Settings']) {
    await who.page.getByRole('button', { name, exact: true }).tap();
    await who.page.locator('dialog[open]').waitFor();
    await assertAccessible(who.page, name);
    const squeezed = await who.page.locator('dialog[open] .content > *').evaluateAll((rows) =>
      rows.filter((row) => row.scrollHeight > row.clientHeight + 1).map((row) => row.textContent));
    assert.deepEqual(squeezed, [], `${name} is scrolled, not squeezed`);
    await who.page.keyboard.press('Escape');
    await who.page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
});

test('the browser chooses the language, and the person changes it at once', async () => {
  const play = { en: 'Play now', ru: 'Играть', uk: 'Грати' };
  for (const language of ['ru-RU', 'uk-UA', 'de-DE']) {
    const who = await here.person({ language });
    await home(who);
    const expected = play[language.slice(0, 2)] ?? play.en;
    assert.equal((await who.page.getByTestId('play-now').textContent()).trim(), expected);
    await who.page.locator('header select').selectOption({ label: 'Українська' });
    await who.page.getByRole('button', { name: play.uk, exact: true }).waitFor();
    assert.equal(await who.page.locator('html').getAttribute('lang'), 'uk');
    await who.page.reload();
    await who.page.getByRole('button', { name: play.uk, exact: true }).waitFor();
  }
});

test('friends meet by link: seats, a bot, the start; who comes later looks on', async () => {
  const [host, friend, third] = [await here.person(), await here.person({ language: 'uk' }), await here.person()];
  const link = await friendsTable(host, 3);
  await friend.page.goto(link);
  await friend.page.getByTestId('sit').first().click();
  await host.page.locator('[data-seat="1"][data-kind="person"]').waitFor();
  await host.page.locator('[data-seat="2"] select').selectOption('level1');
  await Promise.all([onBoard(host), onBoard(friend)]);
  await third.page.goto(link);
  await onBoard(third);
  assert.equal(await third.page.locator('section.dock.asked').count(), 0, 'a spectator is never asked');
});

test('open tables appear on the first page of others, live, and can be joined', async () => {
  const [host, guest] = [await here.person(), await here.person()];
  await home(guest);
  await home(host);
  await host.page.getByTestId('more').click();
  await host.page.locator('dialog[open] .seat select').nth(1).selectOption('open');
  await host.page.locator('dialog[open]').getByRole('switch', { name: /everybody/ }).check();
  await host.page.getByTestId('create').click();
  await host.page.waitForURL(/\/t\//);
  const path = new URL(host.page.url()).pathname;
  const row = guest.page.locator(`main a[href="${path}"]`);
  await row.waitFor();
  await row.click();
  await guest.page.getByTestId('sit').click();
  await Promise.all([onBoard(host), onBoard(guest)]);
});

test('a mixture that makes no game is explained, and nothing is lost', async () => {
  const who = await here.person();
  await home(who);
  await who.page.evaluate(() => localStorage.setItem('bastide.draft', JSON.stringify({
    sets: ['base', 'river', 'count'], options: {}, start: '', seats: ['me', 'bot:level1'], listed: false, online: true,
    assist: 'standard', clock: 'none' })));
  await who.page.reload();
  await who.page.getByTestId('more').click();
  await who.page.getByTestId('create').click();
  const told = who.page.getByRole('status').getByText(/does not go together/);
  await told.waitFor();
  // Nothing lies over it, as the dialog would if it were not told there.
  await told.click();
  assert.equal(new URL(who.page.url()).pathname, '/');
  assert.equal(await who.page.locator('dialog[open]').count(), 1);
});

const MIXTURE = {
  en: { everything: /^Everything/, begins: /The River or The Count of Carcassonne: each begins the map/ },
  ru: { everything: /^Всё сразу/, begins: /«Река» или «Граф Каркассона»: карта начинается/ },
  uk: { everything: /^Усе разом/, begins: /«Річка» або «Граф Каркасона»: мапа починається/ },
};

for (const [language, words] of Object.entries(MIXTURE)) {
  const screen = language === 'uk' ? 'phone' : 'desktop';
  test(`a big mixture is explained before it starts: ${language}, ${screen}`, async () => {
    const who = await here.person({ language, screen });
    await home(who);
    await who.page.getByTestId('more').click();
    await who.page.getByTestId('create').waitFor();
    const told = who.page.getByTestId('mixture');
    assert.equal(await told.count(), 0, 'the base game alone needs no explanation');
    await who.page.getByRole('radio', { name: words.everything }).check({ force: true });
    await told.locator('summary').focus();
    await who.page.keyboard.press('Enter');
    await told.locator('dt').first().waitFor();
    assert.ok((await told.locator('dt').count()) > 40);
    assert.match(await told.locator('summary').textContent(), /258/);
    await assertAccessible(who.page, `mixture, ${language}`);
    const [page] = await Promise.all([who.context.waitForEvent('page'), told.getByRole('link').click()]);
    await page.locator('#tower-abbey_mayor').waitFor();
    await assertAccessible(page, 'combining sets');
    await page.close();
    // With the fortress there are two beginnings: said at once, and again by whoever tries.
    const fortress = who.page.locator('dialog[open] li').filter({ hasText: /Count of|Граф Карк/ }).getByRole('checkbox');
    if (!(await fortress.isVisible())) await who.page.locator('dialog[open] details summary').first().click();
    await fortress.check();
    await who.page.getByTestId('mixture-wrong').getByText(words.begins).waitFor();
    await who.page.getByTestId('create').click();
    await who.page.locator('.toast').getByText(words.begins).waitFor();
  });
}

test('six can sit down with the box that brings a sixth player, and five without it', async () => {
  const who = await here.person();
  await home(who);
  await who.page.getByTestId('more').click();
  await who.page.getByTestId('create').waitFor();
  const seats = who.page.locator('dialog[open] .seat');
  const rulebook = (name) => who.page.getByRole('radio', { name }).check({ force: true });
  while ((await who.page.getByTestId('add-seat').count()) > 0) await who.page.getByTestId('add-seat').click();
  assert.equal(await seats.count(), 5);
  await who.page.getByTestId('sixth-seat').waitFor();
  await rulebook(/^The great classics The new/);
  await who.page.getByTestId('add-seat').click();
  assert.equal(await seats.count(), 6);
  await rulebook(/^Classic/);
  await who.page.getByTestId('sixth-seat').waitFor();
  assert.equal(await seats.count(), 5);
  await rulebook(/^The great classics with sheep/);
  await who.page.getByTestId('add-seat').click();
  await who.page.getByTestId('create').click();
  await who.page.locator('[data-page="waiting"]').waitFor();
  assert.equal(await who.page.locator('[data-seat]').count(), 6);
});

test('a name is kept, and a bad one refused', async () => {
  const who = await here.person();
  await home(who);
  await who.page.getByTitle('Change your name').click();
  await who.page.getByRole('textbox', { name: 'Your name' }).fill('Ґанна  <b>');
  await who.page.keyboard.press('Enter');
  await who.page.getByTitle('Change your name').getByText('Ґанна').waitFor();
  await who.page.reload();
  await who.page.getByTitle('Change your name').getByText('Ґанна').waitFor();
});

test('what is nowhere says so, with a picture and a way back', async () => {
  const who = await here.person();
  await who.page.goto(`${who.url}/t/doesnotexist`);
  await who.page.getByRole('heading', { name: 'no such table' }).waitFor();
  assert.equal(await who.page.locator('[data-page="table"]').count(), 0);
  const answer = await who.page.goto(`${who.url}/somewhere/else`);
  assert.equal(answer.status(), 404);
  await who.page.getByRole('heading', { name: 'Nothing is built here yet' }).waitFor();
  await who.page.locator('main svg[data-drawn="true"] [data-tile]').first().waitFor();
  await assertAccessible(who.page, 'nowhere');
  await who.page.getByRole('link', { name: 'To the first page' }).last().click();
  await who.page.getByTestId('play-now').waitFor();
  // The browser itself notes the status of the page.
  who.faults.splice(0, who.faults.length, ...who.faults.filter((fault) => !/status of 404/.test(fault)));
});

test('a program sits down by the link, and everybody sees that it is one', async () => {
  const who = await here.person();
  const link = await friendsTable(who, 3);
  const seat = who.page.locator('[data-seat="1"]');
  const first = here.server.joins(link, 'Clockwork');
  await seat.filter({ hasText: 'Clockwork' }).filter({ hasText: 'bot' }).waitFor();
  await seat.getByRole('button', { name: 'Free the seat' }).click();
  await first.ended;
  await who.page.locator('[data-seat="1"][data-kind="open"]').waitFor();
  const programs = [here.server.joins(link, 'Clockwork'), here.server.joins(link, 'Sandglass')];
  await onBoard(who);
  const players = who.page.locator('ol.players');
  for (const name of ['Clockwork', 'Sandglass']) await players.getByText(name).waitFor();
  assert.equal(await players.getByText('bot', { exact: true }).count(), 2);
  for (const program of programs) program.kill();
  await players.getByText('bot, away').first().waitFor();
});

test('headings have the font that comes with the page, Cyrillic only for those who read it', async () => {
  for (const [language, files] of [['en', 1], ['uk', 2]]) {
    const who = await here.person({ language });
    await home(who);
    const loaded = await who.page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter((font) => font.family.includes('Bastide') && font.status === 'loaded').length;
    });
    assert.equal(loaded, files, language);
    const family = await who.page.locator('h1').first().evaluate((heading) => getComputedStyle(heading).fontFamily);
    assert.match(family, /^"?Bastide/);
  }
});
