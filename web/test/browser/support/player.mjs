// Plays through what the page shows: cells, spots on the board, buttons. Chooses at random.
import { tap } from './browser.mjs';

export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = (list, random) => list[Math.floor(random() * list.length)];

/** What the page offers now; runs in the page. */
function offered() {
  const middles = (selector) =>
    [...document.querySelectorAll(selector)].map((element) => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, key: element.dataset.cell ?? element.dataset.spot ?? element.dataset.lit };
    });
  const buttons = [...document.querySelectorAll('section.dock button[data-testid], [data-ware]')]
    .filter((button) => !button.disabled)
    .map((button) => button.dataset.testid ?? 'ware');
  const prompt = document.querySelector('[data-testid="prompt"]');
  return {
    kind: prompt?.dataset.kind ?? null,
    asked: document.querySelector('section.dock.asked') !== null,
    seq: Number(document.querySelector('[data-page="table"]')?.dataset.seq ?? -1),
    cells: middles('[data-cell]'),
    ghost: document.querySelector('[data-ghost]') !== null,
    spots: middles('[data-spot]'),
    tiles: middles('[data-lit]'),
    buttons,
  };
}

export const look = (who) => who.page.evaluate(offered);

/** Waits until the page asks its person, or the game is over; the latter gives null. */
export async function asked(who, timeout = 30_000) {
  const kind = await who.page.waitForFunction(() => {
    const prompt = document.querySelector('[data-testid="prompt"]');
    if (prompt?.dataset.kind === 'over') return 'over';
    return document.querySelector('section.dock.asked') && prompt?.dataset.kind;
  }, null, { timeout, polling: 'raf' });
  const now = await kind.jsonValue();
  return now === 'over' ? null : now;
}

/**
 * Where a cell or spot is once the board has stopped moving, and whether a finger there would touch the board
 * and not what lies on it; runs in the page.
 */
async function restingPlace(key) {
  const find = () => document.querySelector(['cell', 'spot', 'lit'].map((name) => `[data-${name}="${CSS.escape(key)}"]`).join());
  const frame = () => new Promise(requestAnimationFrame);
  let before = null;
  for (let still = 0, frames = 0; still < 3 && frames < 200; ++frames) {
    await frame();
    const box = find()?.getBoundingClientRect();
    if (!box) return null;
    still = before && box.x === before.x && box.y === before.y && box.width === before.width ? still + 1 : 0;
    before = box;
  }
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  return { x, y, key, open: document.elementFromPoint(x, y)?.closest('[role="application"]') != null };
}

/**
 * One of these places, at rest and within reach: the map is moved to show all of it if the first choice lies
 * out of sight, and a board too wide for the window leaves the places in the middle.
 */
async function reach(who, places, random) {
  const left = [...places];
  const tried = [];
  while (left.length > 0) {
    const [{ key }] = left.splice(Math.floor(random() * left.length), 1);
    let place = await who.page.evaluate(restingPlace, key);
    if (place && !place.open) {
      await who.page.keyboard.press('0');
      place = await who.page.evaluate(restingPlace, key);
    }
    if (place?.open) return place;
    tried.push(place ?? key);
  }
  throw new Error(`nothing within reach: ${JSON.stringify(tried)}`);
}

const enabled = (who, name) => who.page.locator(`section.dock [data-testid="${name}"]:enabled`);
const confirm = (who) => enabled(who, 'confirm');

async function layTile(who, random, offer) {
  const place = await reach(who, offer.cells, random);
  await tap(who, place.x, place.y);
  await confirm(who).waitFor();
  const rotate = enabled(who, 'rotate');
  const turns = (await rotate.count()) > 0 ? Math.floor(random() * 4) : 0;
  for (let turn = 0; turn < turns; ++turn) await press(who, rotate);
  await press(who, confirm(who));
}

/** Where places are on many tiles, one of the tiles comes first. */
async function chooseTile(who, random, offer) {
  const place = await reach(who, offer.tiles, random);
  await tap(who, place.x, place.y);
  await who.page.locator('[data-spot]').first().waitFor();
}

async function chooseSpot(who, random, offer) {
  const place = await reach(who, offer.spots, random);
  await tap(who, place.x, place.y);
  await who.page.waitForTimeout(30);
  if ((await confirm(who).count()) > 0) await press(who, confirm(who));
}

const press = (who, button) => (who.touch ? button.tap() : button.click());

/**
 * Answers the present decision by the page's own means. `eager` never declines where something else can be
 * done. Returns the kind of decision that was answered.
 */
export async function answer(who, random, { eager = false } = {}) {
  const first = await look(who);
  for (let tries = 0; tries < 12; ++tries) {
    const offer = tries === 0 ? first : await look(who);
    if (!offer.asked || offer.seq !== first.seq) return first.kind;
    await answerOnce(who, random, offer, eager);
    await moved(who, first.seq);
  }
  throw new Error(`no answer to ${first.kind}: ${JSON.stringify(await look(who))}`);
}

async function answerOnce(who, random, offer, eager) {
  if (offer.cells.length > 0 && !offer.ghost) return layTile(who, random, offer);
  const plain = offer.buttons.filter((name) => !['cancel', 'rotate', 'confirm', 'ware'].includes(name));
  const doing = plain.filter((name) => name !== 'skip');
  const spots = offer.spots.length + offer.tiles.length;
  if (spots > 0 && (eager || doing.length + (plain.includes('skip') ? 1 : 0) === 0 || random() < 0.6)) {
    return offer.spots.length > 0 ? chooseSpot(who, random, offer) : chooseTile(who, random, offer);
  }
  if (offer.buttons.includes('ware') && random() < 0.3) {
    return press(who, who.page.locator('[data-ware]:enabled').first());
  }
  const name = eager && doing.length > 0 ? pick(doing, random) : pick(plain, random);
  if (name) return press(who, who.page.getByTestId(name).first());
  if (offer.buttons.includes('ware')) return press(who, who.page.locator('[data-ware]:enabled').first());
  throw new Error(`nothing to choose: ${JSON.stringify(offer)}`);
}

/** The server's answer has come, or the page waits for more of the same answer. */
async function moved(who, seq) {
  await who.page.waitForFunction((before) => {
    const table = document.querySelector('[data-page="table"]');
    return Number(table?.dataset.seq) !== before || !document.querySelector('section.dock.sending');
  }, seq, { polling: 'raf' });
}
