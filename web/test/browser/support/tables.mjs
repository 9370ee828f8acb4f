// Ways to a table, by the page's own means: on the server, or kept by the browser.
import { randomFrom } from './player.mjs';

export { randomFrom };

export async function home(who) {
  await who.page.goto(who.url);
  await who.page.getByTestId('play-now').waitFor();
}

export const tableOf = (who) => new URL(who.page.url()).pathname.split('/')[2];

const onTable = (who) => who.page.waitForURL(/\/t\/[\w-]+$/);
export const onBoard = (who) => who.page.locator('[data-page="table"]').waitFor();

export async function friendsTable(who, players = 2) {
  await home(who);
  await who.page.getByRole('radio', { name: String(players), exact: true }).check({ force: true });
  await who.page.getByTestId('friends').click();
  await onTable(who);
  await who.page.getByTestId('link').waitFor();
  return who.page.getByTestId('link').inputValue();
}

/** Against a bot, on the server. */
export function botTable(who, level = 'level1') {
  return draftTable(who, ['base'], {}, ['me', `bot:${level}`]);
}

/** Several people at this screen, on the server: asked for over the wire, with names. */
export async function hotSeatTable(who, names) {
  await home(who);
  // The server knows this person by now.
  await who.page.waitForFunction(() => localStorage.getItem('bastide.name'));
  const table = await who.page.evaluate((seats) => new Promise((done, fail) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const send = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => send({ type: 'hello', protocol: 1 });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'welcome') send({ type: 'create', setup: { sets: ['base'] }, seats, listed: false, assist: 'standard' });
      if (message.type === 'created') done(message.table);
      if (message.type === 'refused') fail(new Error(data));
    };
  }), names.map((name) => ({ kind: 'me', name })));
  await who.page.goto(`${who.url}/t/${table}`);
  await onBoard(who);
}

/** "Play now": in the browser. */
export async function playNow(who, level = 'level1') {
  await home(who);
  await who.page.locator('main select').first().selectOption(level);
  await who.page.getByTestId('play-now').click();
  await onTable(who);
  await onBoard(who);
}

/** "One screen": in the browser. */
export async function oneScreen(who, names) {
  await home(who);
  await who.page.getByTestId('hotseat').click();
  const fields = who.page.locator('dialog[open] input');
  for (const [index, name] of names.entries()) {
    if (index >= 2) await who.page.locator('dialog[open] .content button').last().click();
    await fields.nth(index).fill(name);
  }
  await who.page.getByTestId('hotseat-start').click();
  await onTable(who);
  await onBoard(who);
}

/** Sets and options by the dialog; every seat is at this screen. */
export function setsTable(who, sets, options = {}, seats = 2) {
  return draftTable(who, sets, options, ['me', ...Array(seats - 1).fill('here')]);
}

/** `online`: on the server, where nobody else is to come, too. */
export async function draftTable(who, sets, options, seats, online = true) {
  await home(who);
  await who.page.evaluate((draft) => localStorage.setItem('bastide.draft', JSON.stringify(draft)), {
    sets, options, start: '', seats, listed: false, online, assist: 'standard', clock: 'none',
  });
  await who.page.reload();
  await who.page.getByTestId('more').click();
  await who.page.getByTestId('create').click();
  await onTable(who);
  await onBoard(who);
}
