// The package as it was built, the program that it must agree with, and games to compare them by.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export * from '@bastide/engine';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = process.env.BASTIDE ?? resolve(ROOT, 'build/release/bastide');

/** What the program prints; `input`: what it reads. */
export function bastide(args, input = '') {
  return execFileSync(PROGRAM, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

export const setupOf = (sets, players = 2) => ({
  sets,
  options: {},
  players: Array.from({ length: players }, (_, i) => ({ name: `Player ${i + 1}` })),
});

/** Whole numbers below a bound, the same ones for the same seed (mulberry32). */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Plays to the end, or until `isEnough`; players take anything but a pass where they can. */
export function playAtRandom(game, seed, isEnough = () => false) {
  const below = numbersFrom(seed);
  let moment = game.back(game.seq);
  while (moment.state.decision.kind !== 'over' && !isEnough(moment)) {
    const active = moment.options.filter((action) => action.do !== 'pass');
    const options = active.length > 0 ? active : moment.options;
    ({ moment } = game.apply(options[below(options.length)]));
  }
  return moment;
}

/** Plays to the end with a bot for everybody. */
export function playWith(game, bot, seed) {
  const below = numbersFrom(seed);
  let moment = game.back(game.seq);
  while (moment.state.decision.kind !== 'over') {
    const { options } = moment;
    const dealers = moment.state.decision.by === 'dealer';
    ({ moment } = game.apply(dealers ? options[below(options.length)] : game.choose(bot, below(1e6))));
  }
  return moment;
}
