// The engine in a thread of its own: what takes long lets other questions in, and ends when it is told to.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { EngineModule } from '../dist/module.js';
import { Host } from '../dist/host.js';
import { EngineError, playAtRandom, loadEngine, setupOf, startEngine } from './support.mjs';

const HOME = resolve(import.meta.dirname, '..');
const fault = (code) => (error) => error instanceof EngineError && error.fault.code === code;

async function atPlacement(engine, turn = 20) {
  const near = await loadEngine();
  const played = near.create(setupOf(['base']));
  playAtRandom(played, 1, ({ state }) => state.decision.kind === 'place' && state.turn === turn);
  return engine.open(played.record());
}

test('the example of the README runs', () => {
  const [, example] = /```js\n([\s\S]*?)```/.exec(readFileSync(`${HOME}/README.md`, 'utf8'));
  const file = `${HOME}/test/example.tmp.mjs`;
  writeFileSync(file, example);
  try {
    const said = execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
    assert.match(said, /Anna has \d+ points, Bot has \d+ points/);
    assert.match(said, /bad_input setup: is missing/);
  } finally {
    rmSync(file);
  }
});

test('a search reports, hears others, and stops', async () => {
  const engine = await startEngine();
  try {
    const game = await atPlacement(engine);
    const stop = new AbortController();
    let reports = 0;
    const search = game.search({ nodes: 10_000_000, endgame: 0 }, (now) => {
      assert.equal(now.done, false);
      reports += 1;
      if (reports === 2) stop.abort();
    }, stop.signal);
    const { seq } = await game.at((await game.record()).actions);
    assert.ok(seq > 0, 'answered while the search goes on');
    const end = await search;
    assert.equal(end.done, false);
    assert.ok(end.nodes > 0 && end.answers.length > 0 && reports === 2);
    const stopped = AbortSignal.abort();
    assert.equal((await game.search({ nodes: 10_000_000, endgame: 0 }, undefined, stopped)).done, false);
    await assert.rejects(game.choose('mcts:nodes=10000000', 1, stopped), fault('stopped'));
    await assert.rejects(game.review({ nodes: 1000 }, undefined, stopped), fault('stopped'));
  } finally {
    engine.close();
  }
});

test('a game that moves on ends its search and its bot, and a new search the one before', async () => {
  const engine = await startEngine();
  try {
    const game = await atPlacement(engine);
    const first = game.search({ nodes: 10_000_000, endgame: 0 });
    const second = game.search({ nodes: 10_000_000, endgame: 0 });
    assert.equal((await first).done, false);
    const bot = assert.rejects(game.choose('mcts:nodes=10000000', 1), fault('stopped'));
    const { options } = await game.back((await game.record()).actions.length);
    await game.apply(options[0]);
    assert.equal((await second).done, false);
    await bot;
    game.close();
    await assert.rejects(game.record(), fault('no_game'));
  } finally {
    engine.close();
  }
  await assert.rejects(engine.create(setupOf(['base'])), fault('failed'));
});

test('nobody thinks on about a game that was closed', async () => {
  const engine = await startEngine();
  try {
    const game = await atPlacement(engine);
    const search = game.search({ nodes: 10_000_000, endgame: 0 });
    const bot = assert.rejects(game.choose('mcts:nodes=10000000', 1), fault('stopped'));
    const review = assert.rejects(game.review({ nodes: 10_000 }), fault('stopped'));
    game.close();
    assert.equal((await search).done, false);
    await Promise.all([bot, review]);
    assert.equal(engine.ended, false);
  } finally {
    engine.close();
  }
  assert.equal(engine.ended, true);
});

test('what cannot be asked is refused as everything else is, and numbers are taken as they are', async () => {
  const engine = await startEngine();
  try {
    const game = await atPlacement(engine);
    await assert.rejects(engine.open({ bastide: 1n }), fault('bad_input'));
    await assert.rejects(game.apply({ do: 1n }), fault('bad_input'));
    assert.deepEqual(await game.entries(2 ** 32), []);
    for (const rules of [2 ** 32, 1.5, NaN]) await assert.rejects(engine.create(setupOf(['base']), rules), fault('bad_setup'));
  } finally {
    engine.close();
  }
});

test('a review tells how far it is', async () => {
  const engine = await startEngine();
  try {
    const game = await atPlacement(engine, 25);
    const all = (await game.record()).actions.length;
    const steps = [];
    const review = await game.review({ nodes: 3000 }, (done, of) => steps.push([done, of]));
    assert.equal(review.finished, false);
    assert.ok(steps.length > 0 && steps.every(([done, of], i) => of === all && done > (steps[i - 1]?.[0] ?? 0)));
    await assert.rejects(game.review({ nodes: 0 }), fault('bad_input'));
  } finally {
    engine.close();
  }
});

test('after a failure of the module the games go on', async (t) => {
  const answers = new Map();
  const host = new Host((answer) => answers.set(answer.id, answer), () => new Promise((done) => setImmediate(done)));
  let id = 0;
  const ask = async (question) => {
    await host.hear({ ...question, id: (id += 1) });
    return answers.get(id);
  };
  await ask({ call: 'load', source: readFileSync(`${HOME}/dist/bastide.wasm`) });
  const { value: { game } } = await ask({ call: 'create', args: [setupOf(['base'])] });
  for (let i = 0; i < 9; i += 1) {
    const { value } = await ask({ call: 'back', game, args: [i] });
    await ask({ call: 'apply', game, args: [value.options[0]] });
  }
  const before = (await ask({ call: 'back', game, args: [9] })).value;
  const { call } = EngineModule.prototype;
  t.mock.method(EngineModule.prototype, 'call', function (name, ...rest) {
    if (name === 'evaluate') throw new WebAssembly.RuntimeError('unreachable');
    return call.call(this, name, ...rest);
  });
  assert.equal((await ask({ call: 'evaluate', game, args: [] })).fault.code, 'failed');
  t.mock.restoreAll();
  assert.deepEqual((await ask({ call: 'back', game, args: [9] })).value, before);
  assert.equal((await ask({ call: 'evaluate', game, args: [] })).value.points.length, 2);
});
