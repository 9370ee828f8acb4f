// What can be touched, and what of it is out of sight.
import { cellKey } from '../game/cells';
import { toScreen, type Camera, type Margins, type Size } from './camera';
import type { BoardChoices } from './description';
import { around, boxOfCell, type Box, type Point } from './geometry';

export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

export interface Target {
  key: string;
  box: Box;
}

const SPOT = 12;

export function targetsOf(choices: BoardChoices | null, places: ReadonlyMap<string, Point>): Target[] {
  if (!choices) return [];
  return [
    ...choices.squares.map(({ at }) => ({ key: cellKey(at), box: boxOfCell(at) })),
    ...choices.tiles.map(({ at }) => ({ key: cellKey(at), box: boxOfCell(at) })),
    ...choices.spots.map(({ key }) => ({ key, box: around([places.get(key)!], SPOT) })),
  ];
}

function middleOf(box: Box): Point {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

/** Past which side of the window the middle of the box lies; null where it is in sight. */
export function sideOf(box: Box, camera: Camera, window: Size, margins: Margins): Side | null {
  const p = toScreen(camera, middleOf(box));
  const beyond: Record<Side, number> = {
    left: margins.left - p.x,
    right: p.x - (window.width - margins.right),
    top: margins.top - p.y,
    bottom: p.y - (window.height - margins.bottom),
  };
  const side = SIDES.reduce((a, b) => (beyond[b] > beyond[a] ? b : a));
  return beyond[side] > 0 ? side : null;
}

/** An interval of this length nearest to `wanted` that none of the taken ones touches; null if there is none. */
export function freeInterval(wanted: number, length: number, whole: number, taken: readonly (readonly [number, number])[]): number | null {
  const fits = (from: number) =>
    from >= 0 && from + length <= whole && taken.every(([low, high]) => from + length <= low || from >= high);
  const starts = [wanted, 0, whole - length, ...taken.flatMap(([low, high]) => [low - length, high])].filter(fits);
  return starts.length === 0 ? null : starts.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
}

export interface Pointer {
  side: Side;
  /** Along its side, in pixels from the left or the top. */
  at: number;
  beyond: Target[];
}

export const POINTER = 44;
const GAP = 4;

function boxOnScreen({ left, top, right, bottom }: Box, camera: Camera): Box {
  const low = toScreen(camera, { x: left, y: top });
  const high = toScreen(camera, { x: right, y: bottom });
  return { left: low.x, top: low.y, right: high.x, bottom: high.y };
}

/** The strip at a side of the window where its sign goes. */
function stripAt(side: Side, { width, height }: Size, covered: number): Box {
  const depth = POINTER + GAP;
  const bottom = height - covered;
  switch (side) {
    case 'left':
      return { left: 0, top: 0, right: depth, bottom };
    case 'right':
      return { left: width - depth, top: 0, right: width, bottom };
    case 'top':
      return { left: 0, top: 0, right: width, bottom: depth };
    case 'bottom':
      return { left: 0, top: bottom - depth, right: width, bottom };
  }
}

const meet = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

const isUpright = (side: Side) => side === 'left' || side === 'right';

/** A sign at each side beyond which something can be chosen, where it covers nothing that can be. */
export function pointersOf(targets: readonly Target[], camera: Camera, window: Size, margins: Margins): Pointer[] {
  const seen = targets.map((target) => ({
    target, side: sideOf(target.box, camera, window, margins), box: boxOnScreen(target.box, camera),
  }));
  return SIDES.flatMap((side) => {
    const beyond = seen.filter((each) => each.side === side);
    if (beyond.length === 0) return [];
    const upright = isUpright(side);
    const whole = upright ? window.height - margins.bottom : window.width;
    // The corners are left to the signs above and below.
    const corners: [number, number][] = upright ? [[0, POINTER], [whole - POINTER, whole]] : [];
    const middles = beyond.map(({ box }) => (upright ? box.top + box.bottom : box.left + box.right) / 2);
    const mean = middles.reduce((sum, each) => sum + each, 0) / middles.length;
    const wanted = Math.min(whole - POINTER, Math.max(0, mean - POINTER / 2));
    const strip = stripAt(side, window, margins.bottom);
    const taken = seen.filter(({ box }) => meet(box, strip))
      .map(({ box }): [number, number] => (upright ? [box.top, box.bottom] : [box.left, box.right]));
    const at = freeInterval(wanted, POINTER, whole, [...corners, ...taken]);
    return at === null ? [] : [{ side, at, beyond: beyond.map((each) => each.target) }];
  });
}
