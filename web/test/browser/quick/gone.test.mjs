// A player goes away, and the others need not wait for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.mjs';
import { meet } from '../support/meet.mjs';
import { answer, asked, look } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { friendsTable, onBoard, randomFrom } from '../support/tables.mjs';
import { wireTo } from '../support/wire.mjs';

const here = suite(['--absent-after', '5']);
const SEEN_WITHIN = 10_000;
const notice = (who, stage) => who.page.locator(`[data-testid="absent"][data-stage="${stage}"]`);

/** Plays until it is the other's turn. */
async function passTurn(who, random) {
  while ((await look(who)).asked) await answer(who, random);
}

test('a closed page is seen at once; a bot plays on and gives the seat back', async () => {
  const { people: [ada, bob], link } = await meet(here, [{ screen: 'phone', confirm: false }, { confirm: false }]);
  const random = randomFrom(4);
  await asked(ada);
  await bob.page.close();
  await notice(ada, 'away').getByText(/away\. In \d:\d\d/).waitFor({ timeout: SEEN_WITHIN });
  await passTurn(ada, random);
  await notice(ada, 'due').waitFor({ timeout: 20_000 });
  await assertAccessible(ada.page, 'a player has gone');
  await ada.page.getByTestId('absent-wait').tap();
  assert.equal(await ada.page.getByTestId('absent-bot').count(), 0, 'waiting takes little room');
  await notice(ada, 'due').getByRole('button').tap();
  await ada.page.getByTestId('absent-bot').tap();
  await notice(ada, 'stand_in').waitFor();
  await asked(ada);
  await answer(ada, random);
  bob.page = await bob.context.newPage();
  await bob.page.goto(link);
  await onBoard(bob);
  await ada.page.getByTestId('absent').waitFor({ state: 'detached' });
  await passTurn(ada, random);
  await asked(bob);
});

test('a network that goes dark is seen within ten seconds; all who are there end the game', async () => {
  const wire = await wireTo(here.server.url);
  const [ada, bob] = [await here.person({ screen: 'window' }), await here.person({ url: wire.url })];
  const link = await friendsTable(ada);
  await bob.page.goto(link.replace(here.server.url, wire.url));
  await bob.page.getByTestId('sit').click();
  await Promise.all([ada, bob].map(onBoard));
  wire.cut();
  await ada.page.getByTestId('absent').waitFor({ timeout: SEEN_WITHIN });
  await notice(ada, 'due').waitFor();
  await ada.page.getByTestId('absent-end').click();
  await ada.page.locator('dialog[open]').getByRole('heading', { name: 'Ended without a result' }).waitFor();
  await ada.page.getByTestId('outcome-note').waitFor();
  await ada.page.goto(here.server.url);
  await ada.page.getByTestId('finished-games').locator('summary').click();
  await ada.page.getByTestId('finished-games').getByText('Ended without a result').waitFor();
  wire.close();
});
