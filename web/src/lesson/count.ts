// The final scoring of a game that the lesson ends before its stock is empty: what every claimed feature is worth now,
// as the engine says, to whoever has most meeples there. Of the base game, whose features are all there is to count.
import type { Snapshot } from '../game/snapshot';
import type { Moment } from '../engine';
import type { Action, Entry, FeatureKind, FeatureWithSegments, GameEvent, ScoreEvent, ScorePart, Seat } from '../wire';

// Fields last, as in every game.
const ORDER: readonly FeatureKind[] = ['road', 'city', 'monastery', 'field'];
const PER_CITY = 3;

function holders({ claims }: FeatureWithSegments): Seat[] {
  const most = Math.max(0, ...claims);
  return most === 0 ? [] : claims.flatMap((claim, seat) => (claim === most ? [seat] : []));
}

/** What is not complete pays 1 for each tile and each pennant; a monastery 1 for itself and for each neighbour. */
function partsOf({ kind, tiles, worth }: FeatureWithSegments): ScorePart[] {
  if (kind === 'field') return [{ term: 'cities', count: worth / PER_CITY, points: worth }];
  if (kind === 'monastery')
    return [{ term: 'tiles', count: 1, points: 1 }, { term: 'neighbours', count: worth - 1, points: worth - 1 }];
  const pennants = worth - tiles;
  const parts: ScorePart[] = [{ term: 'tiles', count: tiles, points: tiles }];
  return pennants > 0 ? [...parts, { term: 'pennants', count: pennants, points: pennants }] : parts;
}

export function finalScores({ features }: Moment): ScoreEvent[] {
  return features
    .filter((feature) => feature.worth > 0)
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .flatMap((feature) =>
      holders(feature).map((player): ScoreEvent => ({
        event: 'score', player, points: feature.worth, for: feature.kind, at: feature.at, seg: feature.seg, parts: partsOf(feature),
      })));
}

/** The same table at the end of its game. */
export function counted(game: Snapshot, scores: readonly ScoreEvent[]): { game: Snapshot; entry: Entry } {
  const position = game.position!;
  const players = position.players.map((player, seat) => ({
    ...player,
    score: scores.filter((event) => event.player === seat).reduce((sum, event) => sum + event.points, player.score),
  }));
  const most = Math.max(...players.map(({ score }) => score));
  const winners = players.flatMap(({ score }, seat) => (score === most ? [seat] : []));
  const events: GameEvent[] = [...scores, { event: 'game_over', winners }];
  const action: Action = { do: 'pass' };
  const entry: Entry = { seq: game.seq, action, events, scores: players.map(({ score }) => score) };
  // Everybody goes home: who stood where is then seen from the history.
  const tiles = new Map([...game.tiles].map(([key, tile]) => [key, { ...tile, pieces: [] }]));
  return {
    entry,
    game: {
      ...game,
      view: { ...game.view, status: 'over' },
      seq: game.seq + 1,
      position: { ...position, players, winners, current: null, decision: { kind: 'over', by: null } },
      tiles,
      options: [],
      history: [...game.history, entry],
    },
  };
}
