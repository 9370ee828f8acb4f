// How long a review takes: measured while one runs, and remembered for the next game of the same kind.
import type { GameRecord, Setup } from '../../engine';
import type { Action } from '../../wire';

/** From so many moves on, an estimate is more than a guess. */
const ENOUGH_MOVES = 3;
/** The moves that tell how fast it goes now. */
const RECENT = 20;
/** A move takes longer the larger the map is: as measured on games of two to four, some four times as long at the end. */
const FIRST = 0.4;
const KINDS_KEPT = 20;
const KEY = 'bastide.review.pace';

export const isMove = (action: Action) => action.by !== 'dealer';

export function movesIn(actions: readonly Action[], end = actions.length): number {
  return actions.slice(0, end).filter(isMove).length;
}

/** A running review as the clock sees it. */
export class Pace {
  private readonly all: number;
  /** When the first, second … move was done. */
  private readonly times: number[] = [];

  constructor(private readonly actions: readonly Action[], private readonly began: number) {
    this.all = movesIn(actions);
  }

  note(done: number, now: number): void {
    const moves = movesIn(this.actions, done);
    while (this.times.length < moves) this.times.push(now);
  }

  /** Milliseconds to go; null until it can be told. */
  left(): number | null {
    const done = this.times.length;
    if (done < ENOUGH_MOVES) return null;
    const from = Math.max(0, done - RECENT);
    const speed = (this.timeOf(done) - this.timeOf(from)) / (this.workOf(done) - this.workOf(from));
    return (this.all - this.workOf(done)) * speed;
  }

  /** Milliseconds a move, over all of them. */
  mean(): number | null {
    const done = this.times.length;
    return done < ENOUGH_MOVES ? null : (this.timeOf(done) - this.began) / done;
  }

  private timeOf(moves: number): number {
    return moves === 0 ? this.began : this.times[moves - 1]!;
  }

  /** What the first moves take, in moves of the average size. */
  private workOf(moves: number): number {
    const share = moves / this.all;
    return this.all * (FIRST * share + (1 - FIRST) * share * share);
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
