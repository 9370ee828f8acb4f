// Labels beside pieces that cover neither one another nor, if it can be helped, the pieces.
import type { Box, Point } from './geometry';

export interface Wanted {
  width: number;
  height: number;
  /** Where its middle may be, the best place first. */
  places: readonly Point[];
}

function boxAt({ width, height }: Wanted, p: Point): Box {
  return { left: p.x - width / 2, right: p.x + width / 2, top: p.y - height / 2, bottom: p.y + height / 2 };
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const covered = (box: Box, others: readonly Box[]) => others.reduce((sum, other) => sum + overlap(box, other), 0);

/** Round a place in growing circles: beside what is there already. */
function around(p: Point, { width, height }: Wanted): Point[] {
  return [1, 2, 3].flatMap((ring) =>
    [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]].map(([x, y]) => ({
      x: p.x + x! * ring * 0.55 * width,
      y: p.y + y! * ring * 0.55 * height,
    })),
  );
}

/**
 * The middle of each label, in the order given. Those with the fewest places choose first; none leaves the land
 * if there is room on it, for what lies beyond may be out of sight.
 */
export function placeLabels(wanted: readonly Wanted[], pieces: readonly Box[], land: Box): Point[] {
  const placed: Box[] = [];
  const result: Point[] = [];
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]!.places.length - wanted[b]!.places.length || a - b);
  for (const i of order) {
    const label = wanted[i]!;
    const choices = [...label.places, ...around(label.places[0]!, label)];
    const cost = (p: Point, rank: number) => {
      const box = boxAt(label, p);
      const outside = label.width * label.height - overlap(box, land);
      return 100 * covered(box, placed) + 3 * outside + covered(box, pieces) + 0.02 * rank * label.width * label.height;
    };
    const best = choices.map((p, rank) => ({ p, cost: cost(p, rank) })).reduce((a, b) => (b.cost < a.cost ? b : a)).p;
    placed.push(boxAt(label, best));
    result[i] = best;
  }
  return result;
}
