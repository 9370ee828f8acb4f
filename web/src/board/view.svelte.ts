// Where the camera looks: it follows the game until somebody moves the map by hand, and always shows what is
// asked for.
import type { Cell } from '../wire';
import {
  fitted, LARGEST, leashed, mostSeen, overview, panned, revealing, showing, shows, toScreen, WHOLE, withLand, zoomed,
  type Camera, type Margins, type Size,
} from './camera';
import type { BoardDescription } from './description';
import { around, boundsOf, boxOfCell, middle, TILE, type Box, type Point } from './geometry';
import { boxOf, scaleFor } from './groups';
import { hintCells } from './hints';
import { targetsOf, type Target } from './targets';

// Screens narrower or lower than this are held in a hand.
const HANDHELD = 700;
// Pixels of a chosen tile from which it can be judged, and the scale at which spots are comfortable.
const JUDGED = { hand: 104, desk: 72 };
const COMFORT = { hand: 2, desk: 1.6 };
// One alone needs no telling apart, but its surroundings.
const ALONE = 1.1;
// The scale at which a wide map is watched while others play.
const WATCHED = 0.6;
// What the buttons at a chosen tile take, in pixels beside its middle and beyond its edge.
const HANDLES = { beside: 58, beyond: 60 };

/** The part of the plane that a board has grown to, with the squares where it may go on and what is advised. */
export function extentOf({ land, choices, hints }: BoardDescription): Box {
  const cells = [...land.tiles.values()].map((tile) => tile.at);
  return boundsOf([...cells, ...(choices?.squares ?? []).map((square) => square.at), ...hintCells(hints ?? [])]);
}

export class View {
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 1 });
  /** The next change is a movement to be seen, and not the hand that drags. */
  gliding = $state(false);
  moving = $state(false);
  width = $state(0);
  height = $state(0);
  private follows = true;
  private shown = false;
  /** Where it looked before it came closer to a chosen square. */
  private before: Camera | null = null;

  private get window(): Size {
    return { width: this.width, height: this.height };
  }

  private get held(): 'hand' | 'desk' {
    return Math.min(this.width, this.height) < HANDHELD && Math.max(this.width, this.height) < 1000 ? 'hand' : 'desk';
  }

  fit(extent: Box, margins: Margins): void {
    this.follows = true;
    this.glideTo(fitted(extent, this.window, margins, WHOLE));
  }

  /** Moves no more than is needed to see these cells well. */
  showCells(cells: readonly Cell[], margins: Margins): void {
    if (this.width && this.height) this.glideTo(showing(this.camera, boundsOf(cells), this.window, margins));
  }

  zoomBy(factor: number): void {
    this.follows = false;
    this.glideTo(zoomed(this.camera, factor, { x: this.width / 2, y: this.height / 2 }));
  }

  panBy(dx: number, dy: number, extent: Box): void {
    this.follows = false;
    this.glideTo(leashed(panned(this.camera, dx, dy), extent, this.window));
  }

  dragTo(to: Camera, extent: Box): void {
    this.follows = false;
    this.before = null;
    this.gliding = false;
    this.moving = true;
    this.camera = leashed(to, extent, this.window);
  }

  /** Brings into sight what is asked for, or what has happened. */
  follow(board: BoardDescription, places: ReadonlyMap<string, Point>): void {
    if (!this.width || !this.height) return;
    const first = !this.shown;
    this.shown = true;
    const chosen = board.choices?.ghost?.at;
    if (!chosen) this.before = null;
    const to = chosen ? this.closeTo(chosen, board.margins) : this.aim(board, places, first);
    if (first) this.camera = to;
    else this.glideTo(to);
  }

  /** Closer to a chosen square, and back when it is given up. */
  approach(at: Cell, margins: Margins): void {
    if (!this.width) return;
    this.before ??= this.camera;
    this.glideTo(this.closeTo(at, margins));
  }

  withdraw(): void {
    if (this.before) this.glideTo(this.before);
    this.before = null;
  }

  reveal(place: Point, margins: Margins): void {
    if (this.width) this.glideTo(revealing(this.camera, around([place], TILE / 3), this.window, margins));
  }

  /** Moves no more than is needed to have them in sight, and comes no closer. */
  revealCells(cells: readonly Cell[], margins: Margins): void {
    if (this.width) this.glideTo(revealing(this.camera, boundsOf(cells), this.window, margins));
  }

  /** To the answers beyond a side of the window. */
  bring(targets: readonly Target[], extent: Box, margins: Margins): void {
    this.before = null;
    const here = { x: (this.width / 2 - this.camera.x) / this.camera.scale, y: (this.height / 2 - this.camera.y) / this.camera.scale };
    const boxes = targets.map((target) => target.box);
    this.glideTo(mostSeen(extent, boxes, here, this.window, margins));
  }

  private aim(board: BoardDescription, places: ReadonlyMap<string, Point>, first: boolean): Camera {
    const { choices, margins } = board;
    if (choices && choices.spots.length > 0) return this.atSpots(choices.spots.map((spot) => places.get(spot.key)!), margins, first);
    const boxes = targetsOf(choices, places).map((target) => target.box);
    const last = [...board.land.tiles.values()].at(-1)?.at ?? ([0, 0] as Cell);
    const inSight = boxes.some((box) => shows(this.camera, box, this.window, margins));
    if (boxes.length === 0) return this.watching(extentOf(board), last, margins);
    if (!this.follows && inSight) return this.camera;
    return overview(extentOf(board), boxes, middle(last), this.window, margins);
  }

  /** Nothing is asked: the whole map, or where it has just grown. */
  private watching(extent: Box, last: Cell, margins: Margins): Camera {
    const whole = overview(extent, [], middle(last), this.window, margins);
    if (this.follows && shows(whole, extent, this.window, margins)) return whole;
    const place = around([middle(last)], TILE);
    return this.follows ? withLand(extent, place, WATCHED, this.window, margins) : revealing(this.camera, place, this.window, margins);
  }

  /** Near enough to tell them apart by touch; not moved without need. */
  private atSpots(places: readonly Point[], margins: Margins, first: boolean): Camera {
    const least = Math.min(LARGEST, scaleFor(places));
    const box = boxOf(places);
    const comfort = places.length > 1 ? COMFORT[this.held] : ALONE;
    const { scale } = this.camera;
    const suits = scale >= Math.max(least, 0.8 * comfort) && scale <= 1.3 * Math.max(least, comfort);
    if (!first && suits && shows(this.camera, box, this.window, margins)) return this.camera;
    // Where the hand had left the map is lost by this.
    this.follows = true;
    return fitted(box, this.window, margins, { least, most: Math.max(least, comfort) });
  }

  /** Large enough to be judged, with the buttons beside it, which have the same size at every scale. */
  private closeTo(at: Cell, margins: Margins): Camera {
    const scale = Math.max(this.camera.scale, JUDGED[this.held] / TILE);
    const closer = zoomed(this.camera, scale / this.camera.scale, toScreen(this.camera, middle(at)));
    const tile = boxOfCell(at);
    const half = Math.max(TILE / 2 + 8, HANDLES.beside / scale);
    const beyond = HANDLES.beyond / scale;
    const centre = (tile.left + tile.right) / 2;
    const box = { left: centre - half, top: tile.top - beyond, right: centre + half, bottom: tile.bottom + beyond };
    return revealing(closer, box, this.window, margins);
  }

  private glideTo(to: Camera): void {
    this.gliding = true;
    this.camera = to;
  }
}
