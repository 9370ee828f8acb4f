// Builds the service worker into the client's folder, with the list of all files that are there. While developing there
// is none.
import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { pictureVersion, writeList } from './list.mjs';

const HERE = import.meta.dirname;

/** In one file without imports, at the root, since a worker has no say above its own folder. */
async function buildWorker(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(HERE, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}

export function offline(publicFolder: string): Plugin {
  let config: ResolvedConfig;
  const pictures = (building: boolean): string => (building && existsSync(publicFolder) ? pictureVersion(publicFolder) : '');
  return {
    name: 'offline',
    config: (_, { command }) => ({ define: { __PICTURES__: JSON.stringify(pictures(command === 'build')) } }),
    configResolved: (resolved) => void (config = resolved),
    transformIndexHtml: {
      order: 'post',
      handler: (page) => (config.command === 'build' ? page.replace('/art/look.css', `/art/look.css?v=${pictures(true)}`) : page),
    },
    // The public folder has been copied and everything been written by now.
    async closeBundle(error?: Error) {
      if (error || config.command !== 'build') return;
      const folder = resolve(config.root, config.build.outDir);
      await buildWorker(folder);
      copyFileSync(join(HERE, 'withdraw-worker.js'), join(folder, 'withdraw-worker.js'));
      writeList(folder);
    },
  };
}
