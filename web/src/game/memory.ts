// Who held what, after the pieces have gone home: a map that can be read when the game is over.
import type { Cell, Entry, FeatureWithSegments, GameEvent, Piece, Place, ScoreEvent, TileOnBoard } from '../wire';
import { featureKindWords } from '../wire';
import { cellKey } from './cells';
import type { Snapshot } from './snapshot';

export interface Kept extends Place {
  piece: Piece;
  owner: number;
  /** It stood there until the end. */
  last: boolean;
}

const placeKey = ({ at, seg }: Place) => `${cellKey(at)} ${seg}`;

function isSamePiece(a: Kept, b: Omit<Kept, 'last'>): boolean {
  return placeKey(a) === placeKey(b) && a.piece === b.piece && a.owner === b.owner;
}

class Standing {
  readonly pieces: Kept[] = [];
  readonly scored: Kept[] = [];

  follow(event: GameEvent, isScored: boolean): void {
    if (event.event === 'deployed' && event.at && event.seg)
      this.pieces.push({ at: event.at, seg: event.seg, piece: event.piece, owner: event.player, last: true });
    if (event.event === 'wagon_moved') {
      this.take({ ...event.from, piece: 'wagon', owner: event.player });
      this.pieces.push({ at: event.at, seg: event.seg, piece: 'wagon', owner: event.player, last: true });
    }
    if ((event.event === 'returned' || event.event === 'eaten' || event.event === 'captured') && event.at && event.seg) {
      const gone = this.take({ at: event.at, seg: event.seg, piece: event.piece, owner: event.player });
      if (gone && isScored && event.event === 'returned') this.scored.push({ ...gone, last: false });
    }
  }

  private take(piece: Omit<Kept, 'last'>): Kept | undefined {
    const index = this.pieces.findIndex((each) => isSamePiece(each, piece));
    return index < 0 ? undefined : this.pieces.splice(index, 1)[0];
  }
}

/** The pieces that were scored, each where it stood, and those that stood there at the end. */
export function keptPieces(history: readonly Entry[]): Kept[] {
  const standing = new Standing();
  for (const entry of history) {
    let isScored = false;
    for (const event of entry.events) {
      isScored ||= event.event === 'score';
      standing.follow(event, isScored);
    }
  }
  return [...standing.scored, ...standing.pieces];
}

// Points for holding the feature itself, and not for a figure or a token beside it.
const HELD: readonly string[] = [...featureKindWords, 'abbot', 'barn'];

function holdings(history: readonly Entry[]): (ScoreEvent & Place)[] {
  return history.flatMap((entry) => entry.events).filter((event): event is ScoreEvent & Place =>
    event.event === 'score' && event.points > 0 && HELD.includes(event.for) && event.at !== undefined && event.seg !== undefined);
}

/** Features with those who were paid for them in place of those who stand there, and worth what was paid. */
export function heldFeatures(features: readonly FeatureWithSegments[], history: readonly Entry[]): FeatureWithSegments[] {
  const byPlace = new Map<string, number[]>();
  for (const { at, seg, player, points } of holdings(history)) {
    const paid = byPlace.get(placeKey({ at, seg })) ?? [];
    paid[player] = (paid[player] ?? 0) + points;
    byPlace.set(placeKey({ at, seg }), paid);
  }
  return features.map((feature) => {
    const paid: number[] = feature.claims.map(() => 0);
    for (const place of feature.segments)
      for (const [seat, points] of (byPlace.get(placeKey(place)) ?? []).entries()) paid[seat] = (paid[seat] ?? 0) + (points ?? 0);
    const most = Math.max(0, ...paid);
    if (most === 0) return { ...feature, claims: paid };
    const { barns: _, ...rest } = feature;
    return { ...rest, claims: paid.map((points) => Number(points > 0)), worth: most };
  });
}

/** A corner as the state names it: by the tile whose north-east corner it is. */
function cornerCell({ at: [x, y], seg }: Place): Cell {
  const side = seg.split(':')[1] ?? 'NE';
  return [side.endsWith('W') ? x - 1 : x, side.startsWith('S') ? y - 1 : y];
}

/** The same table with these pieces, and nothing else, on its tiles. */
export function peopled(game: Snapshot, pieces: readonly Kept[]): Pick<Snapshot, 'tiles' | 'position'> {
  const tiles = new Map<string, TileOnBoard>();
  for (const [key, tile] of game.tiles) tiles.set(key, { ...tile, pieces: [] });
  const isBarn = (piece: Kept) => piece.piece === 'barn' && piece.seg.startsWith('corner');
  for (const { at, seg, piece, owner } of pieces.filter((each) => !isBarn(each))) {
    const tile = tiles.get(cellKey(at));
    tile?.pieces.push({ piece, owner, seg });
  }
  if (!game.position) return { tiles, position: null };
  const { decision, turn, players, current, left, discarded, hash } = game.position;
  const barns = pieces.filter(isBarn).map((each) => ({ corner: cornerCell(each), owner: each.owner }));
  return { tiles, position: { decision, turn, players, current, left, discarded, hash, barns } };
}
