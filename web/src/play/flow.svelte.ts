import type { Snapshot } from '../game/snapshot';
import { cellKey, nearestFirst, neighbourTowards } from '../game/cells';
import type { Action, Cell, Decision, DecisionKind, Piece, Place, Rot } from '../wire';
import type { Ghosted, LitTile } from '../board/description';
import { menuOf, narrowed, pieceFor, spotOf, type Choice, type Menu, type Placement } from './options';

export interface Parted {
  /** Those that are shown one by one. */
  spots: Choice[];
  /** The tiles of the others, of which one is chosen first. */
  tiles: LitTile[];
}

const QUARTERS: readonly Rot[] = [0, 90, 180, 270];

const together = (spots: readonly Choice[]): Parted => ({ spots: [...spots], tiles: [] });

/** From `now` (-1: nowhere) one step on; -1 past either end. */
function stepped(now: number, step: 1 | -1, count: number): number {
  if (now < 0) return step > 0 ? 0 : count - 1;
  return now + step < count ? now + step : -1;
}

/**
 * What the player has chosen so far of an answer that is not sent yet. Reset by every new position; sends
 * only what was among the options.
 */
export class Flow {
  snapshot = $state.raw<Snapshot | null>(null);
  cell = $state.raw<Cell | null>(null);
  /** How the tile is held: it is laid so wherever that fits. */
  facing = $state<Rot>(0);
  /** Whether it was turned before a square was chosen: then the map tells where it fits so. */
  private turned = $state(false);
  /** The spot the keyboard is at, or the one that waits for a second tap. */
  marked = $state<string | null>(null);
  /** The answer of the list that waits for being confirmed. */
  private listed = $state.raw<Action | null>(null);
  /** The tile that was chosen first, where spots are on too many. */
  private entered = $state.raw<Cell | null>(null);
  private narrowedTo = $state.raw<Choice | null>(null);
  hovered = $state.raw<Cell | null>(null);
  /** The spot under the mouse. */
  pointed = $state<string | null>(null);
  /** The kind of piece that was chosen, where there is a choice. */
  wanted = $state<Piece | null>(null);
  /** The answer that was sent and is not kept yet: it alone is shown. */
  held = $state.raw<Action | null>(null);
  /** Setting: a place that was not seen before is shown by the first tap, and settled by the second. */
  confirmPieces = $state(false);

  readonly menu: Menu = $derived(menuOf(this.held ? [this.held] : (this.snapshot?.options ?? [])));
  readonly kind: DecisionKind | null = $derived(this.snapshot?.position?.decision.kind ?? null);
  readonly by: Decision['by'] = $derived(this.snapshot?.position?.decision.by ?? null);
  /** Whether it is for this page to answer. */
  readonly asked: boolean = $derived((this.snapshot?.options.length ?? 0) > 0);
  /** Whether it still has to. */
  readonly open: boolean = $derived(this.asked && this.held === null);
  readonly seat: number | null = $derived(this.asked && typeof this.by === 'number' ? this.by : null);
  /** The kinds of piece that may be put down now. */
  readonly pieces: Piece[] = $derived([...new Set(this.menu.spots.map(pieceFor).filter((piece) => piece !== null))]);
  /** The one in hand: an ordinary one until another is chosen. */
  readonly hand: Piece | null = $derived(
    [this.wanted, 'meeple' as const].find((piece) => piece !== null && this.pieces.includes(piece)) ?? this.pieces[0] ?? null,
  );
  private readonly all: Choice[] = $derived(
    this.narrowedTo && !this.held ? narrowed(this.narrowedTo) : this.menu.spots.filter((spot) => this.fits(spot)),
  );
  private readonly parted: Parted = $derived.by(() => this.part(this.all, this.hand, this.entered));
  readonly spots: Choice[] = $derived(this.parted.spots);
  readonly tiles: LitTile[] = $derived(this.parted.tiles);
  readonly narrowing: boolean = $derived(this.narrowedTo !== null);
  /** Whether part of the answer is chosen, which can be taken back. */
  readonly begun: boolean = $derived(this.narrowing || this.entered !== null || this.cell !== null);
  readonly placement: Placement | null = $derived(this.placementAt(this.held?.do === 'place' ? this.held.at : this.cell));
  readonly ghost: Ghosted | null = $derived(this.ghostOf(this.placement));
  readonly preview: Ghosted | null = $derived(
    this.hovered && (!this.cell || cellKey(this.hovered) !== cellKey(this.cell)) ? this.ghostOf(this.placementAt(this.hovered)) : null,
  );

  /** The features among which to choose, where that is what is asked. */
  readonly offeredFeatures: Place[] = $derived(
    this.all.flatMap(({ where, ghost }) =>
      where.kind === 'segment' && (ghost.kind === 'mark' || this.kind === 'redeploy') ? [where] : []),
  );
  /** What confirming would send, for telling it. */
  readonly chosen: Action | null = $derived(
    this.turnOf(this.placement)?.action ?? this.listed
      ?? this.spots.find((spot) => spot.key === this.marked)?.actions[0] ?? null,
  );

  /** The answer that is looked at: under the mouse, or marked. */
  readonly explained: Action | null = $derived(
    [this.pointed, this.marked].flatMap((key) => this.spots.find((spot) => spot.key === key)?.actions[0] ?? [])[0] ?? null,
  );

  constructor(
    private readonly send: (action: Action) => void,
    private readonly part: (spots: readonly Choice[], hand: Piece | null, entered: Cell | null) => Parted = together,
  ) {}

  update(snapshot: Snapshot | null): void {
    const same = snapshot !== null && this.snapshot !== null && snapshot.seq === this.snapshot.seq
      && snapshot.options.length === this.snapshot.options.length;
    this.snapshot = snapshot;
    if (same) return;
    this.cancel();
    this.facing = 0;
    this.turned = false;
    this.hovered = null;
    this.pointed = null;
    this.wanted = null;
  }

  /** Of several kinds of piece this one is in the hand now. */
  take(piece: Piece): void {
    this.wanted = piece;
    this.mark(null);
    this.entered = null;
  }

  /** P: the next kind of piece. */
  nextPiece(): void {
    const next = this.pieces[(this.pieces.indexOf(this.hand!) + 1) % this.pieces.length];
    if (next) this.take(next);
  }

  tapCell(at: Cell): void {
    if (this.cell && cellKey(at) === cellKey(this.cell)) return this.rotate();
    this.cell = this.placementAt(at) ? at : null;
  }

  /** Of a chosen square only through what fits there; before that as the player likes. */
  rotate(step: 1 | -1 = 1): void {
    const turns: readonly Rot[] = this.placement?.turns.map((turn) => turn.rot) ?? QUARTERS;
    const now = turns.indexOf(this.turnOf(this.placement)?.rot ?? this.facing);
    this.facing = turns[(now + step + turns.length) % turns.length]!;
    if (!this.placement) this.turned = true;
  }

  /** Whether a tile that was turned in the hand has to be turned again for this square. */
  isOtherwise(placement: Placement): boolean {
    return this.turned && placement.turns.every((turn) => turn.rot !== this.facing);
  }

  tapSpot(spot: Choice, seen = false): void {
    if (this.confirmPieces && !seen && this.marked !== spot.key) return this.mark(spot.key);
    this.settle(spot);
  }

  /** The first of two steps: now its places are shown, and the only one is marked at once. */
  tapTile(at: Cell): void {
    this.entered = at;
    this.mark(this.confirmPieces && this.spots.length === 1 ? this.spots[0]!.key : null);
  }

  /** Enter, or the tick: sends what is chosen. */
  confirm(): void {
    const chosen = this.turnOf(this.placement)?.action ?? this.listed;
    if (chosen) return this.send(chosen);
    const spot = this.spots.find((each) => each.key === this.marked);
    if (spot) this.settle(spot);
  }

  choose(action: Action): void {
    this.send(action);
  }

  /** An entry of the list is settled as on the map: a tile by Confirm, a piece as the setting has it. */
  list(action: Action): void {
    if (action.do === 'place') {
      this.cell = action.at;
      this.facing = action.rot;
      return;
    }
    const shown = spotOf(action);
    if (!shown || !this.confirmPieces || this.listed === action) return this.send(action);
    const spot = this.menu.spots.find((each) => each.actions.includes(action));
    const piece = spot && pieceFor(spot);
    if (piece) this.take(piece);
    this.entered = this.spots.some((each) => each.key === spot?.key) || !('at' in shown.where) ? this.entered : shown.where.at;
    this.mark(spot?.key ?? null);
    this.listed = action;
  }

  /** Whether this answer of the list is the one that Confirm would send. */
  isChosen(action: Action): boolean {
    return this.chosen === action;
  }

  /** Takes back what is not sent yet; false if there was nothing to take back. */
  cancel(): boolean {
    const any = this.cell !== null || this.narrowedTo !== null || this.marked !== null || this.entered !== null;
    this.cell = null;
    this.narrowedTo = null;
    this.entered = null;
    this.mark(null);
    return any;
  }

  decline(): void {
    if (this.menu.pass) this.send(this.menu.pass);
  }

  chooseNumber(number: number): void {
    const spot = this.spots[number - 1];
    if (spot) this.tapSpot(spot);
  }

  /**
   * Tab: the next cell, spot or lit tile, cells nearest to the last tile first. False at either end, where the browser
   * takes the focus on, so that nobody is caught on the board.
   */
  cycle(step: 1 | -1): boolean {
    if (this.all.length > 0) return this.cycleSpots(step);
    const cells = nearestFirst(this.menu.placements.map((each) => each.at), this.home());
    const now = this.cell ? cells.findIndex((at) => cellKey(at) === cellKey(this.cell!)) : -1;
    const next = cells[stepped(now, step, cells.length)];
    if (next) this.cell = next;
    return next !== undefined;
  }

  /** Past the last place of a tile goes the next tile. */
  private cycleSpots(step: 1 | -1): boolean {
    const next = stepped(this.spots.findIndex((spot) => spot.key === this.marked), step, this.spots.length);
    const spot = this.spots[next];
    if (spot) {
      this.mark(spot.key);
      return true;
    }
    const cells = this.cellsOfSpots();
    const now = this.entered ? cells.findIndex((at) => cellKey(at) === cellKey(this.entered!)) : -1;
    const tile = this.tiles.length > 0 ? cells[stepped(now, step, cells.length)] : undefined;
    if (tile) this.tapTile(tile);
    else this.mark(null);
    return tile !== undefined;
  }

  /** The lit tiles and the one that was chosen, in an order that does not change by choosing. */
  private cellsOfSpots(): Cell[] {
    const cells = this.tiles.map((tile) => tile.at);
    return nearestFirst(this.entered ? [...cells, this.entered] : cells, this.home());
  }

  /** An arrow key: the nearest cell in that direction. */
  move(direction: Cell): void {
    if (this.tiles.length > 0) {
      const tile = neighbourTowards(this.cellsOfSpots(), this.entered ?? this.home(), direction);
      if (tile) this.tapTile(tile);
      return;
    }
    if (this.spots.length > 0) {
      const step = direction[0] - direction[1] > 0 ? 1 : -1;
      if (!this.cycle(step)) this.cycle(step);
      return;
    }
    const cells = this.menu.placements.map((each) => each.at);
    if (!this.cell) return void this.cycle(1);
    const next = neighbourTowards(cells, this.cell, direction);
    if (next) this.cell = next;
  }

  private settle(spot: Choice): void {
    if (spot.actions.length === 1) return this.send(spot.actions[0]!);
    this.narrowedTo = spot;
    this.entered = null;
    this.mark(null);
  }

  private mark(key: string | null): void {
    this.marked = key;
    this.listed = null;
  }

  private fits(spot: Choice): boolean {
    const piece = pieceFor(spot);
    return piece === null || piece === this.hand;
  }

  private home(): Cell {
    const last = [...(this.snapshot?.tiles.values() ?? [])].at(-1);
    return last?.at ?? [0, 0];
  }

  private placementAt(at: Cell | null): Placement | null {
    if (!at) return null;
    return this.menu.placements.find((each) => cellKey(each.at) === cellKey(at)) ?? null;
  }

  /** As it is held, or else the next way clockwise that fits. */
  private turnOf(placement: Placement | null): Placement['turns'][number] | null {
    const byRot = (rot: number) => placement?.turns.find((turn) => turn.rot === rot % 360);
    return byRot(this.facing) ?? byRot(this.facing + 90) ?? byRot(this.facing + 180) ?? byRot(this.facing + 270) ?? null;
  }

  private ghostOf(placement: Placement | null): Ghosted | null {
    const chosen = this.turnOf(placement);
    if (!placement || !chosen) return null;
    return { tile: chosen.action.tile, at: placement.at, rot: chosen.rot, ways: placement.turns.length };
  }
}
