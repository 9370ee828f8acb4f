// Names as people have them, and refusals in their language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suite } from '../support/suite.mjs';
import { draftTable, home, hotSeatTable, oneScreen } from '../support/tables.mjs';
import { assertCoversNothing } from '../support/toasts.mjs';

const here = suite();
const FAMILY = '👨‍👩‍👧‍👦';
const LONG = 'Достопримечательностеведениеология';

/** What can be pressed or read of the game lies within the window. */
async function assertInside(page, width) {
  const outside = await page.evaluate((limit) => [...document.querySelectorAll('main button, main .score, main .name, section.dock')]
    .filter((element) => element.getClientRects().length > 0 && !element.closest('[role="application"]'))
    .map((element) => ({ box: element.getBoundingClientRect(), text: element.textContent }))
    .filter(({ box }) => box.left < -1 || box.right > limit + 1)
    .map(({ text, box }) => `${text}: ${box.left} to ${box.right}`), width);
  assert.deepEqual(outside, []);
}

test('long words push nothing off the screen, at any width', async () => {
  const who = await here.person({ language: 'ru' });
  await oneScreen(who, [LONG, 'W'.repeat(40)]);
  for (const width of [1366, 390]) {
    await who.page.setViewportSize({ width, height: 768 });
    await who.page.waitForTimeout(100);
    await assertInside(who.page, width);
  }
});

test('a picture of several signs is one sign: taken whole or not at all', async () => {
  const who = await here.person();
  await home(who);
  await who.page.getByTitle('Change your name').click();
  const field = who.page.getByRole('textbox', { name: 'Your name' });
  await field.fill(FAMILY.repeat(9));
  assert.equal(await field.inputValue(), FAMILY.repeat(2));
  await field.fill(`${FAMILY} Оля`);
  await who.page.keyboard.press('Enter');
  await who.page.getByTitle('Change your name').getByText(`${FAMILY} Оля`).waitFor();
});

test('two bots of one level are told apart', async () => {
  const who = await here.person();
  await draftTable(who, ['base'], {}, ['me', 'bot:level1', 'bot:level1']);
  for (const name of ['Beginner 1', 'Beginner 2']) await who.page.locator('ol.players').getByText(name).waitFor();
});

for (const [language, words] of Object.entries({ ru: 'Правила этого не позволяют.', uk: 'Правила цього не дозволяють.' })) {
  test(`a refusal in the game is told in the reader's language, and covers nothing: ${language}`, async () => {
    const who = await here.person({ language, screen: language === 'uk' ? 'phone' : 'desktop' });
    // The page asks for something else than was offered.
    await who.context.addInitScript(() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        if (message.type === 'act') message.action = { ...message.action, at: [40, 40] };
        send.call(this, JSON.stringify(message));
      };
    });
    await hotSeatTable(who, ['A', 'B']);
    await who.page.locator('[data-cell]').first().waitFor();
    await who.page.keyboard.press('ArrowRight');
    await who.page.keyboard.press('Enter');
    const told = who.page.getByRole('status').getByText(words);
    await assertCoversNothing(told);
  });
}
