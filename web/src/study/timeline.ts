// A line of a study as time: where its turns begin, how the score grows, and what is worth a mark.
import type { EventKind, GameEvent, ScoreEvent, Seat } from '../wire';
import type { StudyNode } from './study.svelte';

export interface TurnStart {
  turn: number;
  seat: Seat;
  /** Actions before it. */
  depth: number;
}

export interface Mark {
  /** The number of actions after which it has happened. */
  depth: number;
  kind: 'score' | 'event';
  seat: Seat;
  /** Of a score: all that this player got by this action. */
  points: number;
  events: GameEvent[];
}

export interface Timeline {
  /** The number of actions at its end. */
  length: number;
  turns: TurnStart[];
  /** By seat: the score after each number of actions. */
  scores: number[][];
  marks: Mark[];
}

/** What happens seldom and matters to others, by who did it or suffers it. */
const NOTABLE: readonly EventKind[] = [
  'eaten', 'captured', 'king', 'robber', 'double_turn', 'castle_built', 'granary_built', 'count_moved', 'auction', 'scattered', 'herded', 'discarded',
];

/** Points from which a score has a mark, if it is large for its game, too. */
const LEAST_MARKED = 4;
/** Marks of scores, at most, by seat. */
const MOST_MARKED = 8;

function turnsOf(nodes: readonly StudyNode[]): TurnStart[] {
  return nodes.flatMap(({ entry, depth }) =>
    (entry?.events ?? []).flatMap((event) =>
      // The first turn begins with the game, and is told with its first action.
      event.event === 'turn' ? [{ turn: event.turn, seat: event.player, depth: depth === 1 && event.turn === 1 ? 0 : depth }] : []));
}

function scoresOf(nodes: readonly StudyNode[], seats: number): number[][] {
  return Array.from({ length: seats }, (_, seat) => nodes.map(({ entry }) => entry?.scores[seat] ?? 0));
}

function scoreMarks({ entry, depth }: StudyNode): Mark[] {
  const scored = (entry?.events ?? []).filter((event): event is ScoreEvent => event.event === 'score');
  const seats = [...new Set(scored.map((event) => event.player))];
  return seats.map((seat) => {
    const events = scored.filter((event) => event.player === seat);
    return { depth, kind: 'score', seat, points: events.reduce((sum, event) => sum + event.points, 0), events };
  });
}

function eventMarks({ entry, depth }: StudyNode): Mark[] {
  const events = (entry?.events ?? []).filter((event) => NOTABLE.includes(event.event));
  const [first] = events;
  if (!first) return [];
  const seat = 'player' in first && typeof first.player === 'number' ? first.player : 0;
  return [{ depth, kind: 'event', seat, points: 0, events }];
}

/** The largest of each player. */
function largest(marks: readonly Mark[]): Mark[] {
  const seats = [...new Set(marks.map((mark) => mark.seat))];
  return seats.flatMap((seat) => marks
    .filter((mark) => mark.seat === seat && Math.abs(mark.points) >= LEAST_MARKED)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, MOST_MARKED));
}

export function timelineOf(nodes: readonly StudyNode[], seats: number): Timeline {
  const marks = [...largest(nodes.flatMap(scoreMarks)), ...nodes.flatMap(eventMarks)];
  return {
    length: nodes.length - 1,
    turns: turnsOf(nodes),
    scores: scoresOf(nodes, seats),
    marks: marks.sort((a, b) => a.depth - b.depth),
  };
}

/** The turn that goes on after so many actions. */
export function turnAt({ turns }: Timeline, depth: number): TurnStart | null {
  return turns.findLast((turn) => turn.depth <= depth) ?? null;
}

/** Where the next turn begins, or the one before: the end and the beginning are places, too. */
export function turnFrom({ turns, length }: Timeline, depth: number, step: 1 | -1): number {
  if (step > 0) return turns.find((turn) => turn.depth > depth)?.depth ?? length;
  return turns.findLast((turn) => turn.depth < depth)?.depth ?? 0;
}
