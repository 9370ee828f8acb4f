// Cells of the board as the wire has them: x east, y north.
import type { Cell } from '../wire';

export function cellKey(at: readonly [number, number]): string {
  return `${at[0]},${at[1]}`;
}

/** Cells in an order for the keyboard: nearest to `from` first, ties by row and column. */
export function nearestFirst(cells: readonly Cell[], from: Cell): Cell[] {
  const far = (at: Cell) => Math.hypot(at[0] - from[0], at[1] - from[1]);
  return [...cells].sort((a, b) => far(a) - far(b) || b[1] - a[1] || a[0] - b[0]);
}

/** The nearest of the cells that lies in the direction of an arrow key, seen from `from`. */
export function neighbourTowards(cells: readonly Cell[], from: Cell, direction: Cell): Cell | null {
  let best: Cell | null = null;
  let least = Infinity;
  for (const at of cells) {
    const dx = at[0] - from[0];
    const dy = at[1] - from[1];
    const ahead = dx * direction[0] + dy * direction[1];
    if (ahead <= 0) continue;
    // Sideways counts double, so that an arrow prefers what lies straight ahead.
    const cost = ahead + 2 * Math.abs(dx * direction[1] - dy * direction[0]);
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return best;
}
