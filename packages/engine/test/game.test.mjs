// Games, opinions and bad input, in the caller's thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError, loadEngine, playAtRandom, playWith, setupOf } from './support.mjs';

const engine = await loadEngine();

function refused(code, call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof EngineError, String(error));
    assert.equal(error.fault.code, code, error.fault.reason);
    assert.ok(error.fault.reason.length > 5);
    return true;
  });
}

test('lines: what they share is kept, a refused one changes nothing', () => {
  const game = engine.create(setupOf(['base']));
  playAtRandom(game, 1, ({ seq }) => seq === 40);
  const { actions } = game.record();
  const { state } = game.at(actions);
  const { revision } = game;
  assert.equal(game.at(actions.slice(0, 20)).seq, 20);
  assert.notEqual(game.revision, revision);
  assert.equal(game.at(actions).state.hash, state.hash);
  const now = game.revision;
  refused('illegal', () => game.at([...actions.slice(0, 10), actions[30]]));
  refused('illegal', () => game.apply({ by: 1, do: 'place', tile: 'base/A', at: [90, 90], rot: 0 }));
  assert.equal(game.seq, 40);
  assert.equal(game.revision, now);
  assert.equal(game.back(40).state.hash, state.hash);
  assert.deepEqual(game.entries(38).map(({ seq }) => seq), [38, 39]);
  game.close();
});

test('the index of what is wrong with a record', () => {
  const game = engine.create(setupOf(['base']));
  playAtRandom(game, 2, ({ seq }) => seq === 12);
  const record = game.record();
  record.actions[7] = { by: 0, do: 'pass' };
  assert.throws(() => engine.open(record), ({ fault }) => fault.code === 'illegal' && fault.index === 7);
  game.close();
});

test('chance: what may come, by weight, and what is dealt is one of it', () => {
  const game = engine.create(setupOf(['base']));
  const outcomes = game.outcomes();
  assert.equal(outcomes.reduce((sum, { weight }) => sum + weight, 0), 71);
  for (let i = 0; i < 20; i += 1) {
    const { entry } = game.deal();
    assert.ok(outcomes.some(({ action }) => action.tile === entry.action.tile));
    assert.deepEqual(game.outcomes(), []);
    refused('illegal', () => game.deal());
    game.back(0);
  }
  game.close();
});

test('bad input is answered with a sentence, and nothing breaks', () => {
  refused('bad_input', () => engine.open('{'));
  refused('bad_input', () => engine.open(''));
  refused('bad_input', () => engine.open('\u0000\ufffd'));
  refused('bad_input', () => engine.open('['.repeat(100_000)));
  refused('bad_input', () => engine.open('1'.repeat((64 << 20) + 1)));
  refused('bad_input', () => engine.open({ bastide: 99, setup: setupOf(['base']), actions: [] }));
  refused('bad_input', () => engine.open(undefined));
  refused('bad_input', () => engine.create(null));
  refused('bad_input', () => engine.create({ ...setupOf(['base']), more: 1 }));
  refused('bad_setup', () => engine.create(setupOf(['base', 'nonsense'])));
  refused('bad_setup', () => engine.create({ ...setupOf(['base']), options: { nonsense: true } }));
  refused('bad_setup', () => engine.create(setupOf(['base']), 99));
  refused('bad_input', () => engine.create(setupOf(['base'], 1)));
  refused('bad_input', () => engine.create(setupOf(['base'], 7)));
  const game = engine.create(setupOf(['base']));
  refused('illegal', () => game.choose('level1'));
  refused('illegal', () => game.search({ nodes: 10 }));
  game.deal();
  refused('no_bot', () => game.choose('nobody'));
  refused('no_bot', () => game.choose('mcts:nodes=0'));
  refused('no_bot', () => game.choose('mcts:memory=5000'));
  refused('no_bot', () => game.choose('judge:weights=/etc/passwd'));
  refused('bad_input', () => game.apply(undefined));
  refused('bad_input', () => game.apply({ do: 'dance' }));
  refused('bad_input', () => game.at('nothing'));
  refused('bad_input', () => game.search({ nodes: 0 }));
  refused('bad_input', () => game.search({ nodes: 1e99 }));
  refused('bad_input', () => game.search({ nodes: 10, lines: 'many' }));
  refused('bad_input', () => game.review({ nodes: 10, player: 2 }));
  assert.equal(game.back(-5).seq, 0);
  assert.equal(game.back(1e300).seq, 0);
  assert.deepEqual(game.entries(99), []);
  game.close();
  refused('no_game', () => game.back(0));
  refused('no_game', () => game.evaluate());
});

test('every level answers, and the same seed alike', () => {
  const game = engine.create(setupOf(['base'], 3));
  playAtRandom(game, 3, ({ state }) => state.decision.kind === 'place' && state.turn === 30);
  const { options } = game.back(game.seq);
  for (let level = 1; level <= 7; level += 1) {
    const answer = game.choose(`level${level}`, 9);
    assert.ok(options.some((option) => JSON.stringify(option) === JSON.stringify(answer)));
    assert.deepEqual(game.choose(`level${level}`, 9), answer);
  }
  assert.ok(game.choose('level8', 9));
  game.close();
});

test('a search in slices is the search in one run', () => {
  const game = engine.create(setupOf(['base']));
  playAtRandom(game, 4, ({ state }) => state.decision.kind === 'place' && state.turn === 40);
  const options = { nodes: 30000, seed: 3, endgame: 0, lines: 8 };
  const whole = game.search(options);
  const job = game.beginSearch(options);
  let slices = 0;
  while (job.goOn(1)) slices += 1;
  assert.ok(slices > 20, `${slices}`);
  assert.deepEqual(job.report(), whole);
  job.close();
  assert.deepEqual([whole.nodes, whole.done, whole.judged], [30000, true, 'search']);
  assert.ok(whole.answers.length > 1 && whole.answers.length <= 8);
  // The rest of the turn goes with each of the answers.
  const { by } = whole;
  for (const { action, then } of whole.answers) {
    const at = game.seq;
    game.apply(action);
    for (const next of then) game.apply(next);
    assert.notEqual(game.back(game.seq).state.decision.by, by);
    game.back(at);
  }
  const bot = game.beginChoice('mcts:nodes=2000', 5);
  while (bot.goOn(1));
  assert.deepEqual(bot.report(), game.choose('mcts:nodes=2000', 5));
  bot.close();
  game.close();
});

test('an end is exact: the points of every last answer are those of the game played on', () => {
  const game = engine.create(setupOf(['base']));
  let moment = game.back(0);
  const isLast = ({ state }) => state.decision.kind === 'meeple' && state.left.total === 0;
  // Nobody lays a piece before, so that there is one left.
  while (!isLast(moment))
    ({ moment } = game.apply(moment.options.find((action) => action.do === 'pass') ?? moment.options.at(-1)));
  const { by } = moment.state.decision;
  const report = game.search({ nodes: 10, lines: 100 });
  assert.deepEqual([report.judged, report.done, report.nodes], ['exact', true, 0]);
  assert.equal(report.answers.length, moment.options.length);
  const at = game.seq;
  for (const { action, lead, chance } of report.answers) {
    const { players } = game.apply(action).moment.state;
    const ahead = players[by].score - players[1 - by].score;
    assert.equal(lead, ahead);
    assert.equal(chance, ahead > 0 ? 1 : ahead === 0 ? 0.5 : 0);
    game.back(at);
  }
  game.close();
});

test('odds: of features and cells, held or not, and of the game', () => {
  const game = engine.create(setupOf(['base'], 3));
  const moment = playAtRandom(game, 5, ({ state }) => state.decision.kind === 'draw' && state.turn === 30);
  const { points, chances, features, cells } = game.evaluate();
  assert.equal(points.length, 3);
  assert.ok(Math.abs(chances.reduce((a, b) => a + b) - 1) < 0.001);
  const open = moment.features.filter(({ complete }) => !complete);
  assert.deepEqual(
    features.map(({ kind, at, seg }) => `${kind} ${at} ${seg}`).sort(),
    open.map(({ kind, at, seg }) => `${kind} ${at} ${seg}`).sort(),
  );
  assert.ok(open.some(({ claims }) => claims.every((claim) => claim === 0)));
  for (const { kind, chance } of features) assert.ok(kind === 'field' ? chance === 0 : chance >= 0 && chance < 1);
  const left = moment.state.left.by_tile;
  for (const { at, fits, tiles, chance } of cells) {
    assert.ok(!moment.state.tiles.some((tile) => `${tile.at}` === `${at}`));
    assert.equal(fits, Object.values(tiles).reduce((a, b) => a + b, 0));
    for (const [tile, count] of Object.entries(tiles)) assert.equal(count, left[tile]);
    assert.equal(chance === 0, fits === 0);
  }
  // A tile that is drawn can be laid where it is said to fit, and nowhere else.
  const { tile } = game.outcomes()[0].action;
  const fitting = cells.filter(({ tiles }) => tiles[tile] > 0).map(({ at }) => `${at}`);
  const { options } = game.apply(game.outcomes()[0].action).moment;
  assert.deepEqual([...new Set(options.map(({ at }) => `${at}`))].sort(), fitting.sort());
  game.close();
});

test('odds of a finished game are its result', () => {
  const game = engine.create(setupOf(['base']));
  const { state } = playAtRandom(game, 6);
  const { points, chances, cells } = game.evaluate();
  assert.deepEqual(points, state.players.map(({ score }) => score));
  assert.deepEqual(chances.map((chance) => chance > 0), state.players.map((_, seat) => state.winners.includes(seat)));
  assert.deepEqual(cells, []);
  game.close();
});

test('a review may begin late', () => {
  const game = engine.create(setupOf(['base']));
  playWith(game, 'level1', 8);
  const late = game.review({ nodes: 20, from: game.seq - 9 });
  assert.ok(late.moves.length > 0 && late.moves.every(({ index }) => index >= game.seq - 9));
  assert.equal(late.account, undefined);
  game.close();
});

test('twenty games take no more memory than the first', () => {
  const play = (seed) => {
    const game = engine.create(setupOf(['base', 'inns_cathedrals'], 4));
    playAtRandom(game, seed, ({ seq }) => seq === 120);
    game.back(50);
    while (game.outcomes().length > 0) game.deal();
    game.search({ nodes: 50 });
    game.choose('mcts:nodes=50', 1);
    game.close();
  };
  play(0);
  const { memory } = engine.module;
  for (let i = 1; i <= 20; i += 1) play(i);
  assert.ok(engine.module.memory <= memory + (1 << 20), `${memory} became ${engine.module.memory}`);
});
