// Where the record of a game comes from, and how it becomes a study.
import { engine, type GameRecord } from '../engine';
import { isLocal } from '../game/playedTable';
import { viewOf } from '../local/entry';
import { localGames, recordOf } from '../local/games';
import { session } from '../net/session.svelte';
import type { TableView } from '../wire';
import { faultOf, NoRecord } from './faults';
import { unpackRecord } from './link';
import { Study, type Origin } from './study.svelte';
import { plantTries, readTries } from './tries';

/** Milliseconds that colours and kinds of players are waited for: a replay is good without them. */
const SEATS_WITHIN = 1500;

export interface Found {
  record: GameRecord | string;
  origin: Origin;
  /** Packed, from a link. */
  tries?: string | null;
}

export interface Opened {
  study: Study;
  /** Where the record breaks: what could not be played, after which the rest is left out. */
  broken: unknown;
  /** Some of the tries of a link could not be read or played. */
  lost: boolean;
}

async function recordOfServer(id: string): Promise<string> {
  const answer = await fetch(`/api/tables/${id}/record`).catch(() => {
    throw new NoRecord('unreached');
  });
  if (answer.status === 404) throw new NoRecord('unknown');
  if (!answer.ok) throw new NoRecord('busy');
  return answer.text();
}

/** People who play against each other now are not helped beyond what they agreed on. */
function originOf({ id, seats, status, assist }: TableView): Origin {
  const people = new Set(seats.flatMap((seat) => (seat.kind === 'person' ? [seat.guest] : [])));
  return status === 'playing' && people.size > 1 ? { id, seats, help: assist } : { id, seats };
}

/** As the table tells when it is joined, which is left again at once. */
function originOfServer(id: string): Promise<Origin> {
  return new Promise((done) => {
    let stop = () => {};
    const tired = setTimeout(() => finish({ id }), SEATS_WITHIN);
    function finish(origin: Origin): void {
      clearTimeout(tired);
      queueMicrotask(() => stop());
      done(origin);
    }
    stop = session.connection.watch((status) => {
      if (status !== 'open') return;
      session.request({ type: 'join', table: id }).then((answer) => {
        session.send({ type: 'leave', table: id });
        finish(answer.type === 'table' ? originOf(answer.table) : { id });
      }, () => finish({ id }));
    });
  });
}

async function ofServer(id: string): Promise<Found> {
  const [record, origin] = await Promise.all([recordOfServer(id), originOfServer(id)]);
  return { record, origin };
}

async function ofThisBrowser(id: string): Promise<Found> {
  const found = await localGames.read(id);
  if (!found || 'odd' in found) throw new NoRecord('not_here');
  return { record: recordOf(found), origin: { id, seats: viewOf(found.head).seats } };
}

/** The game of a table, of the server or of this browser. */
export function findGame(id: string): Promise<Found> {
  return isLocal(id) ? ofThisBrowser(id) : ofServer(id);
}

/** Beside the game, which is there without them. */
async function plant(study: Study, packed: string): Promise<boolean> {
  const here = study.node;
  try {
    await plantTries(study, readTries(await unpackRecord(packed)));
    return true;
  } catch {
    return false;
  } finally {
    await study.go(here);
  }
}

/** A record that breaks at one of its actions is opened as far as it goes. */
export async function openStudy(found: Found, at?: number): Promise<Opened> {
  const opened = await openRecord(found, at);
  const lost = found.tries ? !(await plant(opened.study, found.tries)) : false;
  return { ...opened, lost };
}

async function openRecord({ record, origin }: Found, at?: number): Promise<Omit<Opened, 'lost'>> {
  const engineHere = await engine();
  try {
    return { study: await Study.open(engineHere, record, at, origin), broken: null };
  } catch (error) {
    const index = faultOf(error)?.index;
    if (index === undefined) throw error;
    const whole = (typeof record === 'string' ? JSON.parse(record) : record) as GameRecord;
    const { fair: _, ...part } = { ...whole, actions: whole.actions.slice(0, index) };
    return { study: await Study.open(engineHere, part, at, origin), broken: error };
  }
}
