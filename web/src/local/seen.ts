// What the page sees of a game that it keeps itself: the engine's moment in the shape of the server's tables.
import type { Moment } from '../engine';
import { fromTable, settledTiles, type Snapshot } from '../game/snapshot';
import type { Entry as LogEntry, Seat, State } from '../wire';
import { botOf, viewOf, type Head } from './entry';

/** Whoever gave up does not win, unless all did. */
export function winnersOf(scores: readonly number[], head: Head): Seat[] {
  const seats = scores.map((_, seat) => seat);
  const able = seats.filter((seat) => !isOut(head, seat));
  const rated = able.length > 0 ? able : seats;
  const best = Math.max(...rated.map((seat) => scores[seat]!));
  return rated.filter((seat) => scores[seat] === best);
}

function isOut({ seats }: Head, seat: Seat): boolean {
  const view = seats[seat];
  return view?.kind === 'person' && view.resigned === true;
}

/** The engine knows nothing of giving up. */
export function toldEntry(entry: LogEntry, head: Head): LogEntry {
  if (!entry.events.some(({ event }) => event === 'game_over')) return entry;
  const winners = winnersOf(entry.scores, head);
  return { ...entry, events: entry.events.map((event) => (event.event === 'game_over' ? { ...event, winners } : event)) };
}

function toldState(state: State, head: Head): State {
  const told = state.winners ? { ...state, winners: winnersOf(state.players.map(({ score }) => score), head) } : state;
  if (head.assist !== 'table') return told;
  const { by_tile: _, ...left } = told.left;
  return { ...told, left };
}

/** Who is to answer on this screen; null where a bot or nobody is. */
export function askedHere(head: Head, moment: Moment): Seat | null {
  const { by } = moment.state.decision;
  return typeof by === 'number' && botOf(head.seats[by]) === null ? by : null;
}

export function seenOf(head: Head, moment: Moment, history: readonly LogEntry[], before: Snapshot | null): Snapshot {
  const people = head.seats.flatMap((seat, index) => (seat.kind === 'person' ? [index] : []));
  const seen = fromTable({
    table: viewOf(head),
    you: { seats: people, host: true },
    seq: moment.seq,
    state: toldState(moment.state, head),
    options: askedHere(head, moment) === null ? [] : moment.options,
    history: [...history],
  });
  return { ...seen, tiles: settledTiles(seen.tiles, before?.tiles), features: head.assist === 'table' ? null : moment.features };
}

/** What a list of games tells of this moment. */
export function headAt(head: Head, moment: Moment, now: number): Head {
  const { decision, players, tiles } = moment.state;
  const over = decision.kind === 'over';
  const scores = players.map(({ score }) => score);
  return {
    ...head, moved: now, over, scores,
    turn: typeof decision.by === 'number' ? decision.by : null,
    tiles: tiles.map(({ at, tile, rot }) => ({ at, tile, rot })),
    ...(over && { result: { winners: winnersOf(scores, head), scores } }),
  };
}
