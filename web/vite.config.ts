import { svelte } from '@sveltejs/vite-plugin-svelte';
import { runnerImport, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offline } from './offline/plugin.ts';

// script/web puts the pictures into the public directory before it builds. While developing, `script/web --dev`
// passes requests on to a server that runs beside it.
const server = process.env.BASTIDE_SERVER ?? 'http://localhost:8080';

// The build folder of the program that the client lies beside.
const folder = `../build/${process.env.BASTIDE_PRESET ?? 'release'}`;

/** The words from which the server makes the title of a link. */
const linkPreview: Plugin = {
  name: 'link-preview',
  async generateBundle() {
    const { module } = await runnerImport<typeof import('./preview')>('./preview.ts');
    this.emitFile({ type: 'asset', fileName: 'preview.json', source: JSON.stringify(module.previewWords()) });
  },
};

export default defineConfig({
  plugins: [svelte(), linkPreview, offline(`${folder}/web-public`)],
  publicDir: `${folder}/web-public`,
  build: {
    outDir: `${folder}/web`,
    emptyOutDir: true,
    target: 'es2022',
    // The server forbids inline scripts and data: addresses.
    assetsInlineLimit: 0,
    // Few files: each has headers of its own, and texts that lie together are packed better.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Without what only those who make up a game of their own need.
            { name: 'shared', minShareCount: 2, test: /src\/(ui|net|i18n|game|sound|fair|engine|lobby(?!\/(Sets|Options)Editor)|local)\/|node_modules/ },
            { name: 'map', minShareCount: 2, test: /src\/(board|play|cards|panel|pages)\// },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ['..'] }, // the engine: packages/engine and build/wasm
    proxy: {
      '/api': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
  test: { include: ['test/unit/**/*.test.ts'], environment: 'node' },
});
