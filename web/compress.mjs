// Packs every text file of a folder once, so that the server need not: FILE.br and FILE.gz beside FILE. What is
// packed already stays: pictures are packed when they are drawn, and copied with every build.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node compress.mjs FOLDER');
  process.exit(2);
}
const TEXT = /\.(html|js|css|svg|json|webmanifest|txt|wasm)$/;
// Below this a packed file saves nothing that a packet does not hold anyway.
const WORTH = 600;

const packed = { br: promisify(brotliCompress), gz: promisify(gzip) };

async function pack(name) {
  const path = join(folder, name);
  if (!TEXT.test(name) || existsSync(`${path}.br`) || !statSync(path).isFile() || statSync(path).size < WORTH) return;
  const plain = readFileSync(path);
  // Large pictures take minutes at the highest quality, for two per cent; the engine is worth its seconds.
  const quality = plain.length > 1_000_000 && !name.endsWith('.wasm') ? 9 : 11;
  const parameters = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(`${path}.br`, await packed.br(plain, { params: parameters }));
  writeFileSync(`${path}.gz`, await packed.gz(plain, { level: 9 }));
}

// All at once: the threads of zlib share them.
await Promise.all(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(pack));
