// How smoothly a board of 150 tiles moves in a browser, and how long its first picture takes.
//
//   bastide sprite --sets base -o sprite.svg --style look.css
//   npm install playwright-core && node web/perf/pan.mjs sprite.svg look.css [seconds]
//
// Uses the Chromium of the system (CHROMIUM=/usr/bin/chromium) without a window. Two ways to show
// the same board: `symbols` are <use>s of the sprite, `bitmaps` are tiles drawn once to
// canvases, from one image of all that are needed; pieces are <use>s there, too.
// Either way the whole board is one layer, moved by one CSS transform with will-change.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
const { chromium } = createRequire(process.cwd() + "/")("playwright-core");

const [spriteFile, styleFile, seconds = "4"] = process.argv.slice(2);
if (!styleFile) {
  console.error("usage: node web/perf/pan.mjs SPRITE.svg LOOK.css [seconds]");
  process.exit(2);
}
const sprite = readFileSync(spriteFile, "utf8");
const style = readFileSync(styleFile, "utf8");

const screens = [
  { name: "desktop", width: 1280, height: 800, scale: 1, tile: 96 },
  { name: "phone", width: 390, height: 844, scale: 3, tile: 64 },
];

// Runs in the page: builds the board and waits for its first picture.
async function build({ mode, tile, style }) {
  const columns = 15, rows = 10;
  const ids = [...document.querySelectorAll('#sprite symbol[id^="t-"]')].map((s) => s.id);
  const pieces = [...document.querySelectorAll('#sprite symbol[id^="p-meeple-"]')].map((s) => s.id);
  const frame = () => new Promise(requestAnimationFrame);
  const parts = [...document.querySelectorAll("#sprite defs")].map((d) => d.outerHTML).join("");

  // All tiles that are needed as one image, drawn by the browser once.
  async function atlas(wanted) {
    const across = Math.ceil(Math.sqrt(wanted.length)), pixels = tile * devicePixelRatio;
    const cells = wanted.map((id, i) => `<g transform="translate(${(i % across) * 100} ` +
      `${Math.floor(i / across) * 100})">${document.getElementById(id).innerHTML}</g>`);
    const size = across * pixels;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across * 100} ${across * 100}" ` +
      `width="${size}" height="${size}"><style>${style}</style>${parts}${cells.join("")}</svg>`;
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await image.decode();
    const whole = new OffscreenCanvas(size, size);
    whole.getContext("2d").drawImage(image, 0, 0);
    return (id, canvas) => {
      const at = wanted.indexOf(id);
      canvas.getContext("2d").drawImage(whole, (at % across) * pixels, Math.floor(at / across) * pixels,
        pixels, pixels, 0, 0, pixels, pixels);
    };
  }

  const began = performance.now();
  const layer = document.getElementById("layer");
  const chosen = Array.from({ length: columns * rows }, (_, i) => ids[(i * 37) % ids.length]);
  const uses = (list, id, size, shift) => list.map((name, i) => {
    const [x, y] = shift(i);
    return `<use href="#${id(name)}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
  }).join("");
  const tiles = mode === "bitmaps" ? "" :
    uses(chosen, (name) => name, 100, (i) => [(i % columns) * 100, Math.floor(i / columns) * 100]);
  // As the page does it: one ground with a soft shadow under all tiles, and four things that grow on each.
  const land = `M0 0H${columns * 100}V${rows * 100}H0Z`;
  const ground = mode === "bitmaps" ? "" :
    [22, 17, 12, 8, 4, 1].map((w) => `<path class="yv" stroke-width="${w}" d="${land}" transform="translate(4 6)"/>`).join("") +
    `<path class="yb" d="${land}"/><path class="f" d="${land}"/>` +
    `<path fill="url(#lp)" d="${land}"/><path fill="url(#lg)" d="${land}"/>`;
  const kinds = [...document.querySelectorAll('#sprite g[id^="g"]')].map((g) => g.id).filter((id) => /^g\d/.test(id));
  const growth = mode === "bitmaps" || kinds.length === 0 ? "" :
    uses(Array.from({ length: 4 * chosen.length }, (_, i) => kinds[(i * 7) % kinds.length]), (name) => name, 100, (i) =>
      [((i >> 2) % columns) * 100 + [22, 78, 24, 76][i & 3], Math.floor((i >> 2) / columns) * 100 + [20, 26, 80, 74][i & 3]]);
  const men = uses(Array.from({ length: 40 }, (_, i) => pieces[i % pieces.length]), (name) => name, 32,
    (i) => [((i * 7) % columns) * 100 + 35, ((i * 3) % rows) * 100 + 35]);
  layer.innerHTML = `<svg style="position:absolute" width="${columns * tile}" height="${rows * tile}" ` +
    `viewBox="0 0 ${columns * 100} ${rows * 100}">${ground}<g class="yx">${tiles}${growth}</g>${men}</svg>`;
  if (mode === "bitmaps") {
    const draw = await atlas([...new Set(chosen)]);
    chosen.forEach((id, i) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = tile * devicePixelRatio;
      canvas.style.cssText = `position:absolute;width:${tile}px;height:${tile}px;` +
        `left:${(i % columns) * tile}px;top:${Math.floor(i / columns) * tile}px`;
      draw(id, canvas);
      layer.prepend(canvas);
    });
  }
  await frame();
  await frame();
  return performance.now() - began;
}

// Runs in the page: pans in a circle and notes how long each frame took.
async function pan({ seconds }) {
  const layer = document.getElementById("layer");
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  let last = await frame();
  for (const start = last; last - start < seconds * 1000;) {
    const turn = ((last - start) / 1000) * 2;
    const x = Math.round(-200 + 180 * Math.cos(turn)), y = Math.round(-100 + 90 * Math.sin(turn));
    layer.style.transform = `translate(${x}px,${y}px)`;
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}

// Processor time of the browser so far in ms, all its processes: a figure that other programs on the
// machine do not spoil as they do frame rates.
function browserTime() {
  const stat = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const rest = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
      stat.set(Number(name), { parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) });
    } catch { /* it has ended */ }
  }
  const ours = (pid) => pid === process.pid || (stat.has(pid) && ours(stat.get(pid).parent));
  let ticks = 0;
  for (const [pid, one] of stat) if (pid !== process.pid && ours(pid)) ticks += one.ticks;
  return ticks * 10;
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  const late = times.filter((t) => t > 25).length;
  return `${(1000 / mean).toFixed(1)} frames/s, median ${at(0.5).toFixed(1)} ms, ` +
    `95 % ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms, late ${late} of ${times.length}`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const screen of screens)
  for (const mode of ["plain", "symbols", "bitmaps"]) {
    const page = await browser.newPage({
      viewport: { width: screen.width, height: screen.height },
      deviceScaleFactor: screen.scale,
    });
    const body = mode === "plain" ? "" : sprite;
    await page.setContent(
      `<!doctype html><style>${style}</style><style>body{margin:0;overflow:hidden}` +
        `#layer{will-change:transform;width:${15 * screen.tile}px;height:${10 * screen.tile}px}#sprite{position:absolute;width:0;height:0}` +
        `</style><div id="sprite">${body}</div><div id="layer"></div>`,
    );
    if (mode === "plain") {
      // A board of plain squares: what this machine and its load allow, the yardstick for the rest.
      await page.evaluate(() => {
        document.getElementById("sprite").innerHTML =
          '<svg><defs></defs><symbol id="t-a" viewBox="0 0 100 100"><rect ' +
          'width="99" height="99" fill="#8a8"/></symbol><symbol id="p-meeple-0"></symbol></svg>';
      });
    }
    const first = await page.evaluate(build, {
      mode: mode === "bitmaps" ? mode : "symbols", tile: screen.tile, style,
    });
    console.log(`${screen.name} ${mode}: first picture ${first.toFixed(0)} ms`);
    // The first way round uncovers land that was never drawn; after that only the layer moves.
    for (const sweep of ["first sweep", "then"]) {
      const before = browserTime();
      const times = await page.evaluate(pan, { seconds: Number(seconds) });
      const cost = (browserTime() - before) / times.length;
      console.log(`  ${sweep}: ${summary(times)}; ${cost.toFixed(1)} ms of processor a frame`);
    }
    await page.close();
  }
await browser.close();
