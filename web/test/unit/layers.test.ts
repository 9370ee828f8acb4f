import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Who may import whom: only from folders that stand further left, or from one's own.
const LAYERS = ['i18n', 'net', 'ui', 'sound', 'engine', 'game', 'board', 'fair', 'play', 'cards', 'panel', 'local', 'lobby', 'study', 'lesson', 'pages'];
// Who changes the volume wants to hear it.
const BESIDES = ['ui/SettingsDialog.svelte'];
const SOURCES = join(import.meta.dirname, '../../src');

/** With those of folders within it. */
function filesIn(folder: string): string[] {
  return readdirSync(join(SOURCES, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}

it('keeps the folders in layers', () => {
  const wrong: string[] = [];
  for (const [level, folder] of LAYERS.entries())
    for (const path of filesIn(folder)) {
      if (BESIDES.includes(path)) continue;
      const imports = readFileSync(join(SOURCES, path), 'utf8').matchAll(/from '(?:\.\.\/)+(\w+)['/]/g);
      for (const [, from] of imports) if (LAYERS.indexOf(from!) > level) wrong.push(`${path} imports ${from}`);
    }
  expect(wrong).toEqual([]);
});

it('knows all folders', () => {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).sort()).toEqual([...LAYERS].sort());
});

it('keeps the board apart from the network, the table and its rules', () => {
  const files = readdirSync(join(SOURCES, 'board'));
  const imports = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, 'board', file), 'utf8').matchAll(/from '\.\.\/([\w./]+)'/g)].map((match) => match[1]!));
  expect(imports.filter((path) => /^(net|play|sound)\b|table/.test(path))).toEqual([]);
});
