import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Who may import whom: only from folders that stand further left, or from one's own.
const LAYERS = ['i18n', 'net', 'ui', 'sound', 'engine', 'game', 'board', 'fair', 'play', 'cards', 'panel', 'local', 'lobby', 'study', 'lesson', 'pages'];
// Who changes the volume wants to hear it.
const BESIDES = ['ui/SettingsDialog.svelte'];
const SOURCES = join(import.meta.dirname, '../../src');

it('keeps the folders in layers', () => {
  const wrong: string[] = [];
  for (const [level, folder] of LAYERS.entries())
    for (const file of readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${file}`;
      if (BESIDES.includes(path) || !/\.(svelte|ts)$/.test(file)) continue;
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
