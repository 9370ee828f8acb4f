import { answer, asked } from './player.mjs';
import { randomFrom } from './tables.mjs';

/** As many answers, or fewer where the game ends. */
export async function turns(who, n, random = randomFrom(7)) {
  for (let turn = 0; turn < n && (await asked(who)) !== null; ++turn) await answer(who, random);
}

/** An item of the menu, by its name in tests; the page is in English. */
export async function menu(who, item) {
  await who.page.getByRole('button', { name: 'Menu', exact: true }).first().click();
  await who.page.locator('dialog[open]').getByTestId(item).click();
}
