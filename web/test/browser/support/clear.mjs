// That everything which can be chosen can be touched: nothing lies over it, it is large enough for a finger, and
// where the map is too wide for the window a sign at its edge leads there.
import assert from 'node:assert/strict';

export const WINDOWS = {
  laptop: { width: 1366, height: 768 },
  desk: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
  lying: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
};

const FINGER = 40;

/** Once the map is at rest, what is wrong with each thing that can be chosen; runs in the page. */
async function obstructed(finger) {
  const frame = () => new Promise(requestAnimationFrame);
  const plane = () => document.querySelector('[role="application"] svg').getBoundingClientRect();
  for (let before = plane(), still = 0; still < 3; ) {
    await frame();
    const now = plane();
    still = now.x === before.x && now.y === before.y ? still + 1 : 0;
    before = now;
  }
  const map = document.querySelector('[role="application"]').getBoundingClientRect();
  const within = (x, y) => x >= map.left && x <= map.right && y >= map.top && y <= map.bottom;
  const covers = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top?.closest('[role="application"]') ? null : (top?.outerHTML.slice(0, 90) ?? 'nothing');
  };
  const targets = [...document.querySelectorAll('[data-cell], [data-lit], [data-spot], [data-tap]')].map((element) => {
    const { lit, cell, spot, tap } = element.dataset;
    return { name: lit ?? cell ?? spot ?? tap, box: (element.querySelector('.ring, rect, circle') ?? element).getBoundingClientRect() };
  });
  const wrong = [];
  let hidden = 0;
  for (const { name, box } of targets) {
    if (Math.min(box.width, box.height) < finger) wrong.push(`${name} is ${box.width.toFixed(1)} by ${box.height.toFixed(1)}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (!within(x, y)) {
      ++hidden;
      continue;
    }
    const inset = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]].map(([u, v]) => [box.x + u * box.width, box.y + v * box.height]);
    for (const [px, py] of inset) {
      const cover = within(px, py) ? covers(px, py) : null;
      if (cover) wrong.push(`${name} lies under ${cover}`);
    }
  }
  const spots = [...document.querySelectorAll('[data-spot] .ring')].map((ring) => ring.getBoundingClientRect());
  for (const [i, a] of spots.entries())
    for (const b of spots.slice(i + 1)) {
      const far = Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
      if (far < finger) wrong.push(`two spots are ${far.toFixed(1)} apart`);
    }
  // At the smallest that a finger can touch, what is asked may still reach farther than the window.
  const boxes = targets.map(({ box }) => box);
  const reach = (low, high) => Math.max(...boxes.map((box) => box[high])) - Math.min(...boxes.map((box) => box[low]));
  const small = boxes.some(({ width }) => width < finger + 3);
  const tooWide = small && (reach('left', 'right') > map.width || reach('top', 'bottom') > map.height);
  const chosen = document.querySelector('[data-ghost]') !== null;
  if (hidden > 0 && !chosen && document.querySelectorAll('[data-more]').length === 0) wrong.push(`${hidden} out of sight, and no sign of them`);
  return { wrong, hidden, tooWide, all: targets.length };
}

/** How much of what is asked is out of sight; fails for whatever can be seen and not be touched. */
export async function assertClear(who, when) {
  const { wrong, ...seen } = await who.page.evaluate(obstructed, FINGER);
  assert.deepEqual(wrong, [], when);
  return seen;
}
