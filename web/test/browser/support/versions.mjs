// Another version of the built client: the same code, in files of other names, as after a change.
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeList } from '../../../offline/list.mjs';

const ROOT = resolve(import.meta.dirname, '../../../..');
const TEXT = /\.(js|css|html)$/;

/** Where the server has its client from. */
export function builtClient() {
  if (process.env.BASTIDE_WEB) return process.env.BASTIDE_WEB;
  return process.env.BASTIDE ? join(dirname(process.env.BASTIDE), 'web') : join(ROOT, 'build/release/web');
}

/** In a new folder. What is packed is left out: the server then sends it plain. Returns the version. */
export function otherVersion(folder, mark) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(builtClient(), folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const parts = readdirSync(join(folder, 'assets'));
  const renamed = (name) => name.replace(/(\.\w+)$/, `${mark}$1`);
  for (const name of [...parts.map((part) => `assets/${part}`), 'index.html']) {
    if (!TEXT.test(name)) continue;
    let text = readFileSync(join(folder, name), 'utf8');
    for (const part of parts) text = text.replaceAll(part, renamed(part));
    writeFileSync(join(folder, name), text);
  }
  for (const part of parts) renameSync(join(folder, 'assets', part), join(folder, 'assets', renamed(part)));
  return writeList(folder);
}
