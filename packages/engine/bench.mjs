// How fast the module is beside the program: playouts from the middle of random games, and a review, which is search.
// In turns, because the machine is never twice the same; the best of each counts.
//   node packages/engine/bench.mjs [ROUNDS]
import { spawnSync } from 'node:child_process';
import { bastide, loadEngine, playAtRandom, playWith, setupOf } from './test/support.mjs';

const PROGRAM = process.env.BASTIDE ?? `${import.meta.dirname}/../../build/release/bastide`;
const ROUNDS = Number(process.argv[2] ?? 3);
const NODES = 1000;
const engine = await loadEngine();

const middles = Array.from({ length: 64 }, (_, i) => {
  const game = engine.create(setupOf(['base']));
  playAtRandom(game, i, ({ state }) => state.turn >= 36 && state.decision.kind === 'place');
  return game;
});
const reviewed = engine.create(setupOf(['base']));
playWith(reviewed, 'level6', 1);
const record = JSON.stringify(reviewed.record());

/** Seconds of processor time. */
function secondsOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function playoutsHere() {
  let done = 0;
  const spent = secondsOf(() => {
    for (let i = 0; i < 256; i += 1, done += 100) middles[i % 64].playouts(100, i);
  });
  return done / spent;
}

const playoutsThere = () => JSON.parse(bastide(['bench', '--json', '--seconds', '0.3'])).playouts_per_second;

const reviewHere = () => 1 / secondsOf(() => reviewed.review({ nodes: NODES, seed: 1 }));

function reviewThere() {
  const time = spawnSync('bash', ['-c', `TIMEFORMAT='%U'; time '${PROGRAM}' review --json --nodes ${NODES} --seed 1 - >/dev/null`], {
    input: record,
    encoding: 'utf8',
  });
  return 1 / Number(time.stderr.trim().replace(',', '.'));
}

const best = {};
const note = (name, rate) => (best[name] = Math.max(best[name] ?? 0, rate));
for (let round = 0; round < ROUNDS; round += 1) {
  note('playouts here', playoutsHere());
  note('playouts there', playoutsThere());
  note('review here', reviewHere());
  note('review there', reviewThere());
}
const share = (name) => (best[`${name} here`] / best[`${name} there`]).toFixed(2);
console.log(`playouts a second: ${best['playouts here'].toFixed(0)}, the program ${best['playouts there'].toFixed(0)}: ${share('playouts')}`);
console.log(`reviews of ${NODES} simulations a move: ${(1 / best['review here']).toFixed(2)} s, the program ` +
  `${(1 / best['review there']).toFixed(2)} s: ${share('review')}`);
