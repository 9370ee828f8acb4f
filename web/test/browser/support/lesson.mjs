// The first game as a learner plays it: the answers that the lesson wants, in their order.
import { tap } from './browser.mjs';

/** A square with how often the tile is turned there, the beginning of a spot's key, or nobody at all. */
export const ANSWERS = [
  { cell: '1,0' },
  { cell: '-1,0', turns: 1 },
  { cell: '2,0' }, { spot: '2,0 road' },
  { cell: '3,0' }, { skip: true },
  { cell: '0,1' }, { spot: '0,1 city' }, { cell: '0,2' },
  { cell: '0,-1' }, { spot: '0,-1 monastery' }, { cell: '0,-2' }, { skip: true },
  { cell: '-2,0' }, { spot: '-2,0 city' }, { cell: '-2,1' },
  { cell: '2,1' }, { spot: '2,1 field:NL' },
];

export async function begin(who) {
  await who.page.goto(`${who.url}/lesson`);
  await waiting(who);
}

/** What the lesson waits for: an answer (`ask`), that something was read (`tell`), or nothing any more (`count`). */
export async function waiting(who) {
  const found = await who.page.waitForFunction(() => {
    const lesson = document.querySelector('main[data-chapter]');
    return lesson && !lesson.dataset.busy && lesson.dataset.beat !== 'play' && lesson.dataset.beat;
  }, null, { polling: 'raf' });
  return found.jsonValue();
}

export const chapterOf = (who) => who.page.locator('main[data-chapter]').getAttribute('data-chapter').then(Number);

/** Where it is once the map has come to rest. */
async function resting(who, selector) {
  await who.page.locator(selector).first().waitFor({ state: 'attached' });
  return who.page.evaluate(async (wanted) => {
    let before = null;
    for (let still = 0; still < 2;) {
      await new Promise(requestAnimationFrame);
      const box = document.querySelector(wanted).getBoundingClientRect();
      still = before && box.x === before.x && box.y === before.y ? still + 1 : 0;
      before = box;
    }
    return { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  }, selector);
}

const press = (who, button) => (who.touch ? button.tap() : button.click());

/** By finger or mouse. */
export async function give(who, { cell, turns = 0, spot, skip }) {
  if (skip) return press(who, who.page.getByTestId('skip'));
  const place = await resting(who, cell ? `[data-cell="${cell}"]` : `[data-spot^="${spot}"]`);
  await tap(who, place.x, place.y);
  for (let turn = 0; turn < turns; ++turn) await press(who, who.page.getByTestId('rotate'));
  const confirm = who.page.locator('section.dock [data-testid="confirm"]:enabled');
  if (cell || who.touch) await press(who, confirm);
}

export async function readOn(who) {
  await press(who, who.page.getByTestId('lesson-next'));
}

/** Goes on until the lesson waits for one of these beats of a chapter, or is over. Gives the answers that are left. */
export async function playOn(who, answers, until = () => false, by = give) {
  const left = [...answers];
  for (let beat = await waiting(who); beat !== 'count' && !(await until(await chapterOf(who), beat)); beat = await waiting(who)) {
    const seen = await markOf(who);
    if (beat === 'tell') await (by === give ? readOn(who) : who.page.keyboard.press('Enter'));
    else await by(who, left.shift());
    await who.page.waitForFunction((before) => document.querySelector('[data-testid="lesson-text"]')?.textContent !== before, seen, { polling: 'raf' });
  }
  return left;
}

const markOf = (who) => who.page.getByTestId('lesson-text').textContent();

/** By keys alone, with the focus on the map. */
export async function type(who, { cell, turns = 0, spot, skip }) {
  const { keyboard } = who.page;
  if (skip) return keyboard.press('s');
  const isChosen = (wanted) => who.page.evaluate((selector) => document.querySelector(selector) !== null, wanted);
  const wanted = cell ? `[data-ghost="${cell}"]` : `.spot.marked[data-spot^="${spot}"]`;
  for (let tries = 0; !(await isChosen(wanted)); ++tries) {
    if (tries > 30) throw new Error(`Tab does not come to ${cell ?? spot}`);
    await keyboard.press('Tab');
  }
  for (let turn = 0; turn < turns; ++turn) await keyboard.press('r');
  await keyboard.press('Enter');
}
