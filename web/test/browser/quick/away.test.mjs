// The server cannot keep a move, or the line goes before its answer: the move stays in the page, and is sent again by
// itself until it is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { meddle } from '../support/meddler.mjs';
import { answer, asked, look, randomFrom } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { hotSeatTable } from '../support/tables.mjs';

const here = suite();
const notice = (who) => who.page.getByTestId('waiting-for-server');

/** The tile is laid somewhere; the server's word is not waited for. */
async function lay(who) {
  const { cells } = await look(who);
  await who.page.keyboard.press('ArrowRight');
  await who.page.keyboard.press('Enter');
  assert.ok(cells.length > 0);
}

/** Whatever is asked; so too. */
async function answerSoon(who) {
  const { cells } = await look(who);
  if (cells.length > 0) return lay(who);
  await who.page.keyboard.press('s');
}

const goesOn = (who, seq) =>
  who.page.waitForFunction((before) => Number(document.querySelector('[data-page="table"]')?.dataset.seq) > before, seq);

/** Told, shown, kept and sent again; nothing else can be answered, and there is nothing to press. */
async function notStored(who, meddler) {
  const { seq } = await look(who);
  meddler.whenActing = (message, line) =>
    meddler.acts.length > 1 ? line.pass(line.text) : line.refuse(message, { code: 'storage' });
  await lay(who);
  await notice(who).waitFor();
  assert.match(await notice(who).innerText(), /cannot keep moves.*is kept and will be sent again/);
  assert.equal(await notice(who).getByRole('button').count(), 0);
  const shown = await look(who);
  assert.equal(shown.ghost, true, 'the tile is shown where it is to lie');
  assert.deepEqual([shown.asked, shown.cells.length], [false, 1]);
  await assertAccessible(who.page, 'a move that waits');
  await who.page.keyboard.press('ArrowRight');
  await who.page.keyboard.press('Enter');
  await goesOn(who, seq);
  await notice(who).waitFor({ state: 'detached' });
  assert.equal(meddler.acts.length, 2);
  assert.equal(new Set(meddler.acts.map(({ seq: at, action }) => JSON.stringify([at, action]))).size, 1);
}

/** Before it reached the server, and the page is loaded again meanwhile. */
async function heldThroughReload(who, meddler) {
  const { seq } = await look(who);
  meddler.whenActing = () => undefined;
  await answerSoon(who);
  await who.page.locator('section.dock.sending').waitFor();
  meddler.whenActing = null;
  await who.page.reload();
  await goesOn(who, seq);
  assert.equal(meddler.acts.length, 2);
  assert.deepEqual(meddler.acts[1].action, meddler.acts[0].action);
  assert.equal(await who.page.evaluate(() => sessionStorage.length), 0);
}

/** The line is cut before the answer: sent again if it was lost with it, and not if it was kept. */
async function cut(who, meddler, { kept }) {
  const { seq } = await look(who);
  meddler.whenActing = (_, line) => {
    meddler.whenActing = null;
    line.deafen();
    if (kept) line.pass(line.text);
    setTimeout(line.cut, 200);
  };
  await answerSoon(who);
  await goesOn(who, seq);
  assert.equal(meddler.acts.length, kept ? 1 : 2);
  assert.equal(await who.page.locator('.toast.bad').count(), 0);
}

test('a move is kept in the page until the server keeps it', async () => {
  const who = await here.person({ screen: 'window', confirm: false });
  const meddler = await meddle(who);
  await hotSeatTable(who, ['Ada', 'Boris']);
  for (const trouble of [notStored, heldThroughReload, (...at) => cut(...at, { kept: false }), (...at) => cut(...at, { kept: true })]) {
    await asked(who);
    meddler.acts.length = 0;
    await trouble(who, meddler);
  }
  meddler.whenActing = null;
  await asked(who);
  await answer(who, randomFrom(2));
});
