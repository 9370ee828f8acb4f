// The module gives what the program gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { bastide, loadEngine, playAtRandom, playWith, setupOf } from './support.mjs';

const engine = await loadEngine();
const sets = JSON.parse(bastide(['rules', '--json'])).sets.filter(({ available }) => available).map(({ name }) => name);

test('the signature', () => assert.equal(engine.signature(), bastide(['bench', '--signature-only']).trim()));

test(`a game of each of the ${sets.length} sets: every event and score, and the position at the end`, () => {
  assert.equal(sets.length, 17);
  for (const [i, set] of sets.entries()) {
    const game = engine.create(setupOf(set === 'base' ? ['base'] : ['base', set], 2 + (i % 3)));
    const { seq, state } = playAtRandom(game, 100 + i);
    const lines = bastide(['replay', '--each', '--events', '-'], JSON.stringify(game.record())).trim().split('\n');
    const told = lines.slice(0, -1).map((line) => JSON.parse(line));
    const entries = game.entries();
    assert.equal(entries.length, seq);
    // The program tells the events of the setup in a line of their own or with the first action: compared as one list.
    assert.deepEqual(entries.flatMap(({ events }) => events), told.flatMap(({ events }) => events ?? []), set);
    assert.equal(state.hash, JSON.parse(lines.at(-1)).hash, set);
    game.close();
  }
});

test('a record both ways', () => {
  const game = engine.create(setupOf(['base', 'river', 'abbot'], 3));
  const { state } = playAtRandom(game, 7);
  const record = game.record();
  const again = engine.open(JSON.stringify(record));
  assert.deepEqual(again.record(), record);
  assert.equal(again.back(again.seq).state.hash, state.hash);
  assert.deepEqual(again.entries(), game.entries());
  // One that the program has written, by rules of old, too.
  const old = engine.open({ ...record, rules: 1 });
  assert.equal(old.rules, 1);
  assert.equal(old.record().rules, 1);
  for (const one of [game, again, old]) one.close();
});

test('reviews, which search, estimate and look at ends exactly', () => {
  for (const [names, players, nodes] of [[['base'], 2, 200], [['base', 'bridges_castles_bazaars'], 3, 40]]) {
    const game = engine.create(setupOf(names, players));
    playWith(game, 'level4', 11);
    const expected = bastide(['review', '--json', '--nodes', String(nodes), '--seed', '5', '-'], JSON.stringify(game.record()));
    assert.deepEqual(game.review({ nodes, seed: 5 }), JSON.parse(expected));
    game.close();
  }
});

test('what a page fetches is small', () => {
  const plain = readFileSync(resolve(import.meta.dirname, '../dist/bastide.wasm'));
  const packed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  console.log(`bastide.wasm: ${plain.length} bytes, ${packed.length} packed`);
  assert.ok(packed.length <= 250_000, `${packed.length}`);
});
