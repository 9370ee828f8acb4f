// Where the camera looks: it follows the game until somebody moves the map by hand, and always shows what is
// asked for.
import type { Cell } from '../wire';
import {
  fitted, LARGEST, leashed, panned, revealing, showing, toScreen, TOUCHABLE, WHOLE, zoomed, type Camera, type Margins, type Size,
} from './camera';
import type { BoardChoices, BoardDescription, Spot } from './description';
import { boundsOf, cellAt, corner, TILE, type Box, type Point } from './geometry';

// Smaller than this the spots of one tile can hardly be told apart.
const TELLABLE = 0.8;

function grown(box: Box): Box {
  return { left: box.left - 20, top: box.top - 20, right: box.right + 20, bottom: box.bottom + 20 };
}

/** Beside the piece in the hand: guards, pyramids, the fairy and who may be called home can be far away. */
function isAside({ where, ghost }: Spot, hand: BoardChoices['hand']): boolean {
  if (hand === null) return false;
  if (ghost.kind !== 'piece') return true;
  return where.kind === 'segment' && where.seg === 'tower' && ghost.piece !== 'floor';
}

/** The part of the plane that a board has grown to, with the squares where it may go on. */
export function extentOf({ land, choices }: BoardDescription): Box {
  const cells = [...land.tiles.values()].map((tile) => tile.at);
  return boundsOf([...cells, ...(choices?.squares ?? []).map((square) => square.at)]);
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

  private get window(): Size {
    return { width: this.width, height: this.height };
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
    this.gliding = false;
    this.moving = true;
    this.camera = leashed(to, extent, this.window);
  }

  /** Brings into sight what is asked for. */
  follow(board: BoardDescription, places: ReadonlyMap<string, Point>): void {
    if (!this.width || !this.height) return;
    const extent = extentOf(board);
    if (!this.shown) this.camera = fitted(extent, this.window, board.margins, TOUCHABLE);
    const glide = this.shown ? (to: Camera) => this.glideTo(to) : (to: Camera) => (this.camera = to);
    this.shown = true;
    if (board.choices && board.choices.spots.length > 0) return void glide(this.nearSpots(board.choices, places, board.margins));
    if (this.follows) return void glide(fitted(extent, this.window, board.margins, TOUCHABLE));
    const last = [...board.land.tiles.values()].at(-1);
    if (last && !board.choices) glide(revealing(this.camera, grown(boundsOf([last.at])), this.window, board.margins));
  }

  /** A square with the buttons below it, which have the same size at every scale. */
  revealSquare(at: Cell, margins: Margins): void {
    const p = corner(at);
    const half = Math.max(TILE / 2 + 8, 58 / this.camera.scale);
    const centre = p.x + TILE / 2;
    const box = { left: centre - half, top: p.y - 8, right: centre + half, bottom: p.y + TILE + 60 / this.camera.scale };
    if (this.width) this.glideTo(revealing(this.camera, box, this.window, margins));
  }

  /** Near enough to touch, and what can be chosen in sight. */
  private nearSpots(choices: BoardChoices, places: ReadonlyMap<string, Point>, margins: Margins): Camera {
    const { box, fits } = this.boxAsked(choices, places, margins);
    const scale = Math.min(fits, Math.max(this.camera.scale, this.width < 700 ? 1.35 : 1.05));
    const centre = toScreen(this.camera, { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    return revealing(zoomed(this.camera, scale / this.camera.scale, centre), box, this.window, margins);
  }

  /** All that can be chosen, as long as the tile just laid stays large enough; if not, only what is not aside. */
  private boxAsked({ spots, hand }: BoardChoices, places: ReadonlyMap<string, Point>, margins: Margins): { box: Box; fits: number } {
    const near = spots.filter((spot) => !isAside(spot, hand));
    const [whole, first] = [spots, near.length > 0 ? near : spots].map((some) => {
      const box = grown(boundsOf(some.map((spot) => cellAt(places.get(spot.key)!))));
      return { box, fits: fitted(box, this.window, margins, { least: TOUCHABLE.least, most: LARGEST }).scale };
    });
    return whole!.fits < TELLABLE ? first! : whole!;
  }

  private glideTo(to: Camera): void {
    this.gliding = true;
    this.camera = to;
  }
}
