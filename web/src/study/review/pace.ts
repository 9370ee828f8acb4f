// How long a review takes: measured while one runs, and remembered for the next game of the same kind.
import type { GameRecord, Setup } from '../../engine';
import type { Action } from '../../wire';

/** From so many moves on, an estimate is more than a guess. */
const ENOUGH_MOVES = 3;
/** The moves that tell how fast it goes now: the first ones of a game are quick, and later ones slow. */
const RECENT = 15;
const KINDS_KEPT = 20;
const KEY = 'bastide.review.pace';

export const isMove = (action: Action) => action.by !== 'dealer';

export function movesIn(actions: readonly Action[], end = actions.length): number {
  return actions.slice(0, end).filter(isMove).length;
}

/** A running review as the clock sees it. */
export class Pace {
  private readonly times: number[] = [];

  constructor(private readonly actions: readonly Action[], private readonly began: number) {}

  note(done: number, now: number): void {
    const moves = movesIn(this.actions, done);
    while (this.times.length < moves) this.times.push(now);
  }

  /** Milliseconds to go; null until it can be told. */
  left(): number | null {
    const done = this.times.length;
    if (done < ENOUGH_MOVES) return null;
    return (movesIn(this.actions) - done) * this.ofOneMove();
  }

  /** Milliseconds a move, at this time. */
  private ofOneMove(): number {
    const done = this.times.length;
    const from = Math.max(0, done - RECENT);
    return (this.times[done - 1]! - (from === 0 ? this.began : this.times[from - 1]!)) / (done - from);
  }

  /** Milliseconds a move, over all of them. */
  mean(): number | null {
    const done = this.times.length;
    return done < ENOUGH_MOVES ? null : (this.times[done - 1]! - this.began) / done;
  }
}

const kindOf = ({ sets, players }: Setup) => `${players.length} ${[...sets].sort().join(' ')}`;

type Drawer = Pick<Storage, 'getItem' | 'setItem'>;

function kept(drawer: Drawer): [kind: string, pace: number][] {
  try {
    const all: unknown = JSON.parse(drawer.getItem(KEY) ?? '[]');
    return Array.isArray(all) ? all.filter((each) => Array.isArray(each) && typeof each[0] === 'string' && each[1] > 0) : [];
  } catch {
    return [];
  }
}

/** `mean`: milliseconds a move with so many simulations. */
export function rememberPace(drawer: Drawer, setup: Setup, nodes: number, mean: number): void {
  const others = kept(drawer).filter(([kind]) => kind !== kindOf(setup));
  try {
    drawer.setItem(KEY, JSON.stringify([...others, [kindOf(setup), mean / nodes]].slice(-KINDS_KEPT)));
  } catch {
    // Without storage it is measured again the next time.
  }
}

/** Milliseconds for the whole game, as the last one of its kind took; null where there was none. */
export function expectedTime(drawer: Drawer, record: GameRecord, nodes: number): number | null {
  const pace = kept(drawer).find(([kind]) => kind === kindOf(record.setup))?.[1];
  return pace === undefined ? null : pace * nodes * movesIn(record.actions);
}
