// The area of a feature in one piece, in the plane of the board: no seam where two of its tiles meet.
import type { Cell, Rot } from '../wire';
import { corner, TILE, turned, type Point } from './geometry';

export interface Part {
  at: Cell;
  /** As the shapes have it: within an unturned tile. */
  path: string;
  turn: Rot;
}

/** The corners of the polygons that a path of straight lines draws, all of its commands relative. */
export function ringsOf(path: string): Point[][] {
  const rings: Point[][] = [];
  let at: Point = { x: 0, y: 0 };
  for (const [, command, rest] of path.matchAll(/([mlhvz])([^mlhvz]*)/g)) {
    const numbers = (rest!.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const step = command === 'h' || command === 'v' ? 1 : 2;
    if (command === 'z') at = rings.at(-1)![0]!;
    for (let i = 0; i + step <= numbers.length; i += step) {
      const [dx, dy] = command === 'h' ? [numbers[i]!, 0] : command === 'v' ? [0, numbers[i]!] : [numbers[i]!, numbers[i + 1]!];
      at = { x: at.x + dx, y: at.y + dy };
      if (command === 'm' && i === 0) rings.push([]);
      rings.at(-1)!.push(at);
    }
  }
  return rings;
}

const near = (a: number, b: number) => Math.abs(a - b) < 0.06;

/** Whether a line lies on a side of the tile, where the feature goes on or the land ends. */
function onSide(a: Point, b: Point): boolean {
  return [0, TILE].some((side) => (near(a.x, side) && near(b.x, side)) || (near(a.y, side) && near(b.y, side)));
}

/** `area` to be filled by the even-odd rule, `border` to be drawn: it leaves the sides of tiles out. */
export function areaOfParts(parts: readonly Part[]): { area: string; border: string } {
  let area = '';
  let border = '';
  for (const part of parts) {
    const origin = corner(part.at);
    const written = (p: Point) => {
      const q = turned(p, part.turn);
      return `${+(origin.x + q.x).toFixed(1)} ${+(origin.y + q.y).toFixed(1)}`;
    };
    for (const ring of ringsOf(part.path)) {
      area += `M${ring.map(written).join('L')}Z`;
      let drawing = false;
      ring.forEach((from, i) => {
        const to = ring[(i + 1) % ring.length]!;
        const seen = !onSide(from, to);
        if (seen) border += `${drawing ? '' : `M${written(from)}`}L${written(to)}`;
        drawing = seen;
      });
    }
  }
  return { area, border };
}

/**
 * A tone for each, so that no two that share a tile have the same: neighbours of one holder are told apart.
 * The features are given by the tiles that they lie on.
 */
export function tonesOf(features: readonly ReadonlySet<string>[]): number[] {
  const tones: number[] = [];
  features.forEach((tiles, i) => {
    const taken = new Set(tones.filter((_, j) => [...features[j]!].some((tile) => tiles.has(tile))));
    let tone = 0;
    while (taken.has(tone)) tone += 1;
    tones[i] = tone;
  });
  return tones;
}
