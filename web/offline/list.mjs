// Which files of a built client a device keeps to play without a network: the first line of the service worker, and the
// version that they make together, which the page has in its head.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORKER = 'service-worker.js';
const PAGE = 'index.html';
const LIST = /^self\.bastide=.*\n/;
const VERSION = /\n *<meta name="version"[^>]*>/;

// For the server, for other sites, or for nobody who plays.
const NOT_KEPT = /(^|\/)\.|\.(br|gz|map|txt)$|^(service-worker|withdraw-worker)\.js$|^preview\.json$|^art\/preview\.png$/;
// What the page needs for any game of the base set; the other pictures come when there is time.
const AT_ONCE = /^(index\.html|assets\/.*|art\/(base\.(svg|json)|look\.css|hero-\w+\.svg)|favicon[\w-]*\.svg|manifest\.webmanifest)$/;
const PICTURES = /^art\/\w[\w-]*\.(svg|json|css)$/;

// Half of SHA-256 is enough to tell versions apart, and the list is shorter. The worker counts the same.
export const HASH_LENGTH = 16;
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(folder, '/').length))
    .sort();
}

/** Changes when any picture does: a page asks for the pictures that it was built with. Empty without pictures. */
export function pictureVersion(folder) {
  const names = filesOf(folder).filter((name) => PICTURES.test(name));
  return names.length === 0 ? '' : hashOf(names.map((name) => `${name} ${hashOf(readFileSync(join(folder, name)))}`).join('\n'));
}

function replace(folder, name, text) {
  writeFileSync(join(folder, name), text);
  // Packed again by compress.mjs, if at all.
  for (const ending of ['br', 'gz']) rmSync(join(folder, `${name}.${ending}`), { force: true });
}

/** May be done again to a folder that was changed. Returns the version. */
export function writeList(folder) {
  const page = readFileSync(join(folder, PAGE), 'utf8').replace(VERSION, '');
  const worker = readFileSync(join(folder, WORKER), 'utf8').replace(LIST, '');
  const names = filesOf(folder).filter((name) => !NOT_KEPT.test(name));
  const others = names.filter((name) => name !== PAGE).map((name) => [name, hashOf(readFileSync(join(folder, name)))]);
  const version = hashOf([page, worker, ...others.map((file) => file.join(' '))].join('\n'));
  const marked = page.replace('<title>', `<meta name="version" content="${version}" />\n    <title>`);
  if (marked === page) throw new Error(`${PAGE} has no place for the version`);
  replace(folder, PAGE, marked);
  const files = [[PAGE, hashOf(readFileSync(join(folder, PAGE)))], ...others];
  const rows = files.map(([name, hash]) => [`/${name}`, hash, AT_ONCE.test(name) ? 1 : 0]);
  replace(folder, WORKER, `self.bastide=${JSON.stringify({ version, pictures: pictureVersion(folder), files: rows })};\n${worker}`);
  return version;
}
