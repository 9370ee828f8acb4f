import type { Snapshot } from '../game/snapshot';
import { cellKey, nearestFirst, neighbourTowards } from '../game/cells';
import type { Action, Cell, Decision, DecisionKind, Piece, Place } from '../wire';
import type { Ghosted } from '../board/description';
import { menuOf, narrowed, pieceFor, type Choice, type Menu, type Placement } from './options';

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
  private turn = $state(0);
  /** The spot the keyboard is at, or the one that waits for a second tap. */
  marked = $state<string | null>(null);
  private narrowedTo = $state.raw<Choice | null>(null);
  hovered = $state.raw<Cell | null>(null);
  /** The spot under the mouse. */
  pointed = $state<string | null>(null);
  /** The kind of piece that was chosen, where there is a choice. */
  wanted = $state<Piece | null>(null);
  /** Setting: a place that was not seen before is shown by the first tap, and settled by the second. */
  confirmPieces = $state(false);

  readonly menu: Menu = $derived(menuOf(this.snapshot?.options ?? []));
  readonly kind: DecisionKind | null = $derived(this.snapshot?.position?.decision.kind ?? null);
  readonly by: Decision['by'] = $derived(this.snapshot?.position?.decision.by ?? null);
  /** Whether it is for this page to answer. */
  readonly asked: boolean = $derived((this.snapshot?.options.length ?? 0) > 0);
  readonly seat: number | null = $derived(this.asked && typeof this.by === 'number' ? this.by : null);
  /** The kinds of piece that may be put down now. */
  readonly pieces: Piece[] = $derived([...new Set(this.menu.spots.map(pieceFor).filter((piece) => piece !== null))]);
  /** The one in hand: an ordinary one until another is chosen. */
  readonly hand: Piece | null = $derived(
    [this.wanted, 'meeple' as const].find((piece) => piece !== null && this.pieces.includes(piece)) ?? this.pieces[0] ?? null,
  );
  readonly spots: Choice[] = $derived(this.narrowedTo ? narrowed(this.narrowedTo) : this.menu.spots.filter((spot) => this.fits(spot)));
  readonly narrowing: boolean = $derived(this.narrowedTo !== null);
  readonly placement: Placement | null = $derived(this.placementAt(this.cell));
  readonly ghost: Ghosted | null = $derived(this.ghostOf(this.placement, this.turn));
  readonly preview: Ghosted | null = $derived(
    this.hovered && (!this.cell || cellKey(this.hovered) !== cellKey(this.cell))
      ? this.ghostOf(this.placementAt(this.hovered), 0)
      : null,
  );

  /** The features among which to choose, where that is what is asked. */
  readonly offeredFeatures: Place[] = $derived(
    this.spots.flatMap(({ where, ghost }) =>
      where.kind === 'segment' && (ghost.kind === 'mark' || this.kind === 'redeploy') ? [where] : []),
  );
  /** What confirming would send, for telling it. */
  readonly chosen: Action | null = $derived(
    this.placement?.turns[this.turn]?.action
      ?? this.spots.find((spot) => spot.key === this.marked)?.actions[0] ?? null,
  );

  /** The answer that is looked at: under the mouse, or marked. */
  readonly explained: Action | null = $derived(
    [this.pointed, this.marked].flatMap((key) => this.spots.find((spot) => spot.key === key)?.actions[0] ?? [])[0] ?? null,
  );

  constructor(private readonly send: (action: Action) => void) {}

  update(snapshot: Snapshot | null): void {
    const same = snapshot !== null && this.snapshot !== null && snapshot.seq === this.snapshot.seq
      && snapshot.options.length === this.snapshot.options.length;
    this.snapshot = snapshot;
    if (same) return;
    this.cell = null;
    this.turn = 0;
    this.marked = null;
    this.narrowedTo = null;
    this.hovered = null;
    this.pointed = null;
    this.wanted = null;
  }

  /** Of several kinds of piece this one is in the hand now. */
  take(piece: Piece): void {
    this.wanted = piece;
    this.marked = null;
  }

  /** P: the next kind of piece. */
  nextPiece(): void {
    const next = this.pieces[(this.pieces.indexOf(this.hand!) + 1) % this.pieces.length];
    if (next) this.take(next);
  }

  tapCell(at: Cell): void {
    if (this.cell && cellKey(at) === cellKey(this.cell)) return this.rotate();
    if (!this.placementAt(at)) {
      this.cell = null;
      return;
    }
    this.cell = at;
    this.turn = 0;
  }

  rotate(step = 1): void {
    const ways = this.placement?.turns.length ?? 0;
    if (ways > 0) this.turn = (this.turn + step + ways) % ways;
  }

  tapSpot(spot: Choice, seen = false): void {
    if (this.confirmPieces && !seen && this.marked !== spot.key) {
      this.marked = spot.key;
      return;
    }
    this.settle(spot);
  }

  /** Enter, or the tick: sends what is chosen. */
  confirm(): void {
    const chosen = this.placement?.turns[this.turn];
    if (chosen) return this.send(chosen.action);
    const spot = this.spots.find((each) => each.key === this.marked);
    if (spot) this.settle(spot);
  }

  choose(action: Action): void {
    this.send(action);
  }

  /** Takes back what is not sent yet; false if there was nothing to take back. */
  cancel(): boolean {
    const any = this.cell !== null || this.narrowedTo !== null || this.marked !== null;
    this.cell = null;
    this.narrowedTo = null;
    this.marked = null;
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
   * Tab: the next cell or spot, nearest to the last tile first. False at either end, where the browser
   * takes the focus on, so that nobody is caught on the board.
   */
  cycle(step: 1 | -1): boolean {
    if (this.spots.length > 0) {
      const next = stepped(this.spots.findIndex((spot) => spot.key === this.marked), step, this.spots.length);
      this.marked = this.spots[next]?.key ?? null;
      return this.marked !== null;
    }
    const cells = nearestFirst(this.menu.placements.map((each) => each.at), this.home());
    const now = this.cell ? cells.findIndex((at) => cellKey(at) === cellKey(this.cell!)) : -1;
    const next = cells[stepped(now, step, cells.length)];
    if (next) this.tapAnew(next);
    return next !== undefined;
  }

  /** An arrow key: the nearest cell in that direction. */
  move(direction: Cell): void {
    if (this.spots.length > 0) {
      const step = direction[0] - direction[1] > 0 ? 1 : -1;
      if (!this.cycle(step)) this.cycle(step);
      return;
    }
    const cells = this.menu.placements.map((each) => each.at);
    if (!this.cell) return void this.cycle(1);
    const next = neighbourTowards(cells, this.cell, direction);
    if (next) this.tapAnew(next);
  }

  private settle(spot: Choice): void {
    if (spot.actions.length === 1) return this.send(spot.actions[0]!);
    this.narrowedTo = spot;
    this.marked = null;
  }

  private fits(spot: Choice): boolean {
    const piece = pieceFor(spot);
    return piece === null || piece === this.hand;
  }

  private tapAnew(at: Cell): void {
    this.cell = at;
    this.turn = 0;
  }

  private home(): Cell {
    const last = [...(this.snapshot?.tiles.values() ?? [])].at(-1);
    return last?.at ?? [0, 0];
  }

  private placementAt(at: Cell | null): Placement | null {
    if (!at) return null;
    return this.menu.placements.find((each) => cellKey(each.at) === cellKey(at)) ?? null;
  }

  private ghostOf(placement: Placement | null, turn: number): Ghosted | null {
    const chosen = placement?.turns[turn] ?? placement?.turns[0];
    if (!placement || !chosen) return null;
    return { tile: chosen.action.tile, at: placement.at, rot: chosen.rot, ways: placement.turns.length };
  }
}
