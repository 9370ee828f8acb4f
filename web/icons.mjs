// The icons of the installed page, as PNG, from the drawing of the tab: web/public/icon-*.png. Drawn again when
// favicon.svg changes: script/with-node node web/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './test/browser/support/browser.mjs';

const PUBLIC = join(import.meta.dirname, 'public');
const PAPER = '#f1e6cd';
// `share`: of the width that the drawing takes. Maskable icons may be cut to any shape around the middle four fifths;
// Apple rounds the corners of a full square by itself.
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 0.96, paper: 'none' },
  { name: 'icon-512.png', size: 512, share: 0.96, paper: 'none' },
  { name: 'icon-maskable-192.png', size: 192, share: 0.58, paper: PAPER },
  { name: 'icon-maskable-512.png', size: 512, share: 0.58, paper: PAPER },
  { name: 'icon-apple.png', size: 180, share: 0.74, paper: PAPER },
];

const drawing = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const browser = await launch();
try {
  for (const { name, size, share, paper } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const [inner, edge] = [size * share, (size * (1 - share)) / 2];
    await page.setContent(`<style>body{margin:0;background:${paper === 'none' ? 'transparent' : paper}}
      svg{position:absolute;left:${edge}px;top:${edge}px;width:${inner}px;height:${inner}px}</style>${drawing}`);
    writeFileSync(join(PUBLIC, name), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
