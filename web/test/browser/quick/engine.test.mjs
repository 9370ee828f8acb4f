// The engine in the page: fetched and run under the server's content policy, in the worker that the pages use. It
// plays, thinks, and stops when it is told to.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { suite } from '../support/suite.mjs';

const here = suite();
const ASSETS = join(process.env.BASTIDE_WEB ?? resolve(import.meta.dirname, '../../../../build/release/web'), 'assets');

/** The built file that begins with this name, as the server serves it. */
const asset = (name, end) => readdirSync(ASSETS).find((file) => file.startsWith(`${name}-`) && file.endsWith(end));

test('the engine plays, thinks and stops in a worker of the page', async (t) => {
  const who = await here.person();
  await who.page.goto(here.server.url);
  const fetched = [];
  who.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const said = await who.page.evaluate(async (start) => {
    const since = (moment) => Math.round(performance.now() - moment);
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    let begun = performance.now();
    const engine = await (await import(start)).start();
    const ready = since(begun);

    begun = performance.now();
    const players = [{ name: 'Anna' }, { name: 'Boris' }];
    const game = await engine.create({ sets: ['base'], options: {}, players });
    let moment = await game.at([]);
    while (moment.state.decision.kind !== 'over') {
      const dealers = moment.state.decision.by === 'dealer';
      ({ moment } = dealers ? await game.deal() : await game.apply(await game.choose('level2')));
    }
    const played = since(begun);
    const { actions } = await game.record();

    await game.at(actions.slice(0, 60));
    while ((await game.outcomes()).length > 0) await game.deal();
    begun = performance.now();
    const whole = await game.search({ nodes: 4000, endgame: 0 });
    const thought = since(begun);

    // Other questions are answered meanwhile; the best of three counts, as others work on this machine.
    let meanwhile = Infinity;
    let stopped = Infinity;
    let early;
    for (let i = 0; i < 3; i += 1) {
      const stop = new AbortController();
      const search = game.search({ nodes: 10_000_000, endgame: 0 }, undefined, stop.signal);
      await pause(150);
      begun = performance.now();
      await game.entries(0);
      meanwhile = Math.min(meanwhile, since(begun));
      begun = performance.now();
      stop.abort();
      early = await search;
      stopped = Math.min(stopped, since(begun));
    }
    const refusal = await engine.open('{').catch((error) => error.fault);
    engine.close();
    const { players: scores } = moment.state;
    return { ready, played, thought, meanwhile, stopped, whole, early, refusal, scores };
  }, `/assets/${asset('start', '.js')}`);

  assert.ok(said.scores.every(({ score }) => Number.isInteger(score)));
  assert.deepEqual([said.whole.done, said.whole.nodes], [true, 4000]);
  assert.ok(said.whole.answers.length > 0 && said.whole.answers[0].visits > 0);
  assert.equal(said.early.done, false);
  assert.ok(said.early.answers.length > 0);
  assert.equal(said.refusal.code, 'bad_input');
  assert.ok(said.stopped < 100 && said.meanwhile < 100, `${said.stopped} and ${said.meanwhile} ms`);
  const module = asset('bastide', '.wasm');
  assert.ok(fetched.includes(`/assets/${module}`));
  const packed = join(ASSETS, `${module}.br`);
  t.diagnostic(
    `${statSync(join(ASSETS, module)).size} bytes${existsSync(packed) ? `, ${statSync(packed).size} packed` : ''}; ` +
      `ready in ${said.ready} ms, a game in ${said.played} ms, 4000 simulations in ${said.thought} ms, ` +
      `answered in ${said.meanwhile} ms and stopped in ${said.stopped} ms while thinking`,
  );
});

test('pages that do not need it do not start it', async () => {
  const who = await here.person();
  const workers = [];
  who.page.on('worker', (worker) => workers.push(worker.url()));
  await who.page.goto(here.server.url);
  await who.page.getByRole('main').waitFor();
  assert.deepEqual(workers, []);
});
