import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pictureVersion, writeList } from '../../offline/list.mjs';

let folder = '';
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bastide-list-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'art'));
  write('index.html', '<head>\n    <title>Bastide</title>\n  </head>');
  write('service-worker.js', 'work();');
  write('assets/index-1.js', 'play();');
  write('assets/index-1.js.br', 'packed');
  write('art/base.svg', '<svg/>');
  write('art/tower.svg', '<svg/>');
  write('art/preview.png', 'png');
  write('preview.json', '{}');
  write('robots.txt', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function listed(): { version: string; pictures: string; files: [string, string, number][] } {
  return JSON.parse(/^self\.bastide=(.*);\nwork\(\);$/.exec(read('service-worker.js'))![1]!) as ReturnType<typeof listed>;
}

it('lists what a page may need, and what it needs at once', () => {
  const version = writeList(folder);
  expect(listed().version).toBe(version);
  expect(listed().pictures).toBe(pictureVersion(folder));
  expect(listed().files.map(([path, , atOnce]) => [path, atOnce])).toEqual([
    ['/index.html', 1],
    ['/art/base.svg', 1],
    ['/art/tower.svg', 0],
    ['/assets/index-1.js', 1],
  ]);
  expect(read('index.html')).toContain(`<meta name="version" content="${version}" />\n    <title>`);
});

it('gives the same version to the same files, however often, and another to others', () => {
  const first = writeList(folder);
  expect(writeList(folder)).toBe(first);
  expect(read('index.html').match(/name="version"/g)).toHaveLength(1);
  write('assets/index-1.js', 'play(2);');
  const second = writeList(folder);
  expect(second).not.toBe(first);
  const pictures = pictureVersion(folder);
  write('art/tower.svg', '<svg></svg>');
  expect(writeList(folder)).not.toBe(second);
  expect(pictureVersion(folder)).not.toBe(pictures);
  write('service-worker.js', read('service-worker.js').replace('work();', 'work(); // better'));
  expect(writeList(folder)).not.toBe(second);
});

it('leaves nothing packed that has changed', () => {
  for (const name of ['index.html.br', 'index.html.gz', 'service-worker.js.br']) write(name, 'old');
  writeList(folder);
  for (const name of ['index.html.br', 'index.html.gz', 'service-worker.js.br']) expect(existsSync(join(folder, name))).toBe(false);
  expect(existsSync(join(folder, 'assets/index-1.js.br'))).toBe(true);
});

it('refuses a page that has no place for the version', () => {
  write('index.html', '<body></body>');
  expect(() => writeList(folder)).toThrow('no place');
});
