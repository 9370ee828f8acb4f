// Debian's Chromium without a window, and pages as different people see them.
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
  '--no-first-run'];
const TOUCH = { deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  // Half the desk: without a graphics card a small picture is drawn in half the time.
  window: { viewport: { width: 800, height: 560 } },
  phone: { viewport: { width: 390, height: 844 }, ...TOUCH },
  lying: { viewport: { width: 844, height: 390 }, ...TOUCH },
  tablet: { viewport: { width: 820, height: 1180 }, ...TOUCH, deviceScaleFactor: 1 },
  laptop: { viewport: { width: 1366, height: 768 } },
  desk: { viewport: { width: 1920, height: 1080 } },
};

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * Somebody with a browser: their own cookies, settings and language. Whatever goes wrong in the page goes
 * into `faults`; a test that ends well has none. `worker`: with the service worker, which fetches the whole client in the
 * background and would make every test slower.
 */
export async function person(browser, server, {
  screen = 'desktop', language = 'en', theme = 'day', confirm = true, colour = null, motion = 'reduced', url = server.url, worker = false,
} = {}) {
  const context = await browser.newContext({ ...SCREENS[screen], locale: language, serviceWorkers: worker ? 'allow' : 'block' });
  context.setDefaultTimeout(15_000);
  await context.addInitScript((settings) => {
    localStorage.setItem('bastide.settings', JSON.stringify(settings));
  // Who wants nothing to move waits for no bot either.
  }, { theme, motion, pace: motion === 'reduced' ? 'off' : 'normal', sound: false, confirmPieces: confirm, colour });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A server that was killed on purpose is no fault of the page; any other lost connection is one.
    const lost = /net::ERR_|WebSocket connection/.test(message.text());
    if (message.type() === 'error' && !(lost && server.wasKilled)) faults.push(message.text());
  });
  const touch = SCREENS[screen].hasTouch === true;
  return { context, page, faults, touch, url, close: () => context.close() };
}

export async function tap(who, x, y) {
  if (who.touch) await who.page.touchscreen.tap(x, y);
  else await who.page.mouse.click(x, y);
}
