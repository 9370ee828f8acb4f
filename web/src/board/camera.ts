import { TILE, union, type Box, type Point } from './geometry';

/** A point p of the board is seen at p * scale + (x, y) pixels of the window. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Scales {
  least: number;
  most: number;
}

// In pixels a board unit: a tile from 12 to 340 pixels.
export const SMALLEST = 0.12;
export const LARGEST = 3.4;
/** What a finger hits without looking twice, in pixels. */
export const FINGER = 40;
/** Between a square that a finger can just hit and one that needs not be larger. */
export const TOUCHABLE: Scales = { least: 0.46, most: 1.3 };
/** All of the board, however wide it has grown. */
export const WHOLE: Scales = { least: SMALLEST, most: TOUCHABLE.most };

/** Tiles of fewer pixels are shown with less detail. */
export const FAR = 0.48;
export function isFar(camera: Camera): boolean {
  return camera.scale < FAR;
}

export function clampScale(scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale));
}

export function toScreen(camera: Camera, p: Point): Point {
  return { x: p.x * camera.scale + camera.x, y: p.y * camera.scale + camera.y };
}

export function toBoard(camera: Camera, p: Point): Point {
  return { x: (p.x - camera.x) / camera.scale, y: (p.y - camera.y) / camera.scale };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Zoomed so that what is under `focus` (pixels) stays there. */
export function zoomed(camera: Camera, factor: number, focus: Point): Camera {
  const scale = clampScale(camera.scale * factor);
  const real = scale / camera.scale;
  return { scale, x: focus.x - (focus.x - camera.x) * real, y: focus.y - (focus.y - camera.y) * real };
}

/** The box in the middle of the window less its margins, whole as far as these scales allow. */
export function fitted(box: Box, window: Size, margins: Margins, scales: Scales): Camera {
  const width = Math.max(40, window.width - margins.left - margins.right);
  const height = Math.max(40, window.height - margins.top - margins.bottom);
  const whole = Math.min(width / (box.right - box.left), height / (box.bottom - box.top));
  const scale = Math.min(scales.most, Math.max(scales.least, whole));
  return {
    scale,
    x: margins.left + width / 2 - ((box.left + box.right) / 2) * scale,
    y: margins.top + height / 2 - ((box.top + box.bottom) / 2) * scale,
  };
}

/** Moved as little as possible so that the box lies within the margins. */
export function revealing(camera: Camera, box: Box, window: Size, margins: Margins): Camera {
  const low = toScreen(camera, { x: box.left, y: box.top });
  const high = toScreen(camera, { x: box.right, y: box.bottom });
  const shift = (from: number, to: number, least: number, most: number) => {
    if (to - from > most - least) return (least + most - from - to) / 2;
    return from < least ? least - from : to > most ? most - to : 0;
  };
  return panned(
    camera,
    shift(low.x, high.x, margins.left, window.width - margins.right),
    shift(low.y, high.y, margins.top, window.height - margins.bottom),
  );
}

/** Whether all of the box lies between the margins. */
export function shows(camera: Camera, box: Box, window: Size, margins: Margins): boolean {
  const low = toScreen(camera, { x: box.left, y: box.top });
  const high = toScreen(camera, { x: box.right, y: box.bottom });
  return low.x > margins.left - 1 && low.y > margins.top - 1
    && high.x < window.width - margins.right + 1 && high.y < window.height - margins.bottom + 1;
}

// Where the map is too wide anyway, answers that lie together are not shown larger than this.
const TOGETHER: Scales = { least: TOUCHABLE.least, most: 0.8 };

/** The whole map if it can be touched at that scale; else all of these boxes, or as many of them as possible. */
export function overview(extent: Box, boxes: readonly Box[], last: Point, window: Size, margins: Margins): Camera {
  const whole = fitted(extent, window, margins, TOUCHABLE);
  if (boxes.length === 0 || shows(whole, extent, window, margins)) return whole;
  const all = union(boxes);
  const together = fitted(all, window, margins, TOGETHER);
  if (!shows(together, all, window, margins)) return mostSeen(extent, boxes, last, window, margins);
  return withLand(extent, all, together.scale, window, margins);
}

/** The box with as much of the map about it as there is room for at this scale. */
export function withLand(extent: Box, box: Box, scale: number, window: Size, margins: Margins): Camera {
  return revealing(fitted(extent, window, margins, { least: scale, most: scale }), box, window, margins);
}

/** At the least scale that can be touched: where most of the boxes are seen whole, of like places the nearest to `last`. */
export function mostSeen(extent: Box, boxes: readonly Box[], last: Point, window: Size, margins: Margins): Camera {
  const scale = TOUCHABLE.least;
  const width = (window.width - margins.left - margins.right) / scale;
  const height = (window.height - margins.top - margins.bottom) / scale;
  const seenFrom = (left: number, top: number) => boxes.filter((box) =>
    box.left >= left && box.right <= left + width && box.top >= top && box.bottom <= top + height);
  const lefts = [...new Set(boxes.flatMap((box) => [box.left, box.right - width]))];
  const tops = [...new Set(boxes.flatMap((box) => [box.top, box.bottom - height]))];
  let best: { seen: Box[]; far: number } = { seen: [], far: Infinity };
  for (const left of lefts)
    for (const top of tops) {
      const seen = seenFrom(left, top);
      const far = Math.hypot(left + width / 2 - last.x, top + height / 2 - last.y);
      if (seen.length > best.seen.length || (seen.length === best.seen.length && far < best.far - TILE / 10)) best = { seen, far };
    }
  return withLand(extent, best.seen.length > 0 ? union(best.seen) : boxes[0]!, scale, window, margins);
}

/** Keeps some of the box in sight whatever was dragged. */
export function leashed(camera: Camera, box: Box, window: Size): Camera {
  const keep = 60;
  const low = toScreen(camera, { x: box.left, y: box.top });
  const high = toScreen(camera, { x: box.right, y: box.bottom });
  const pull = (from: number, to: number, size: number) =>
    to < keep ? keep - to : from > size - keep ? size - keep - from : 0;
  return panned(camera, pull(low.x, high.x, window.width), pull(low.y, high.y, window.height));
}

/** Closer, where a tile is smaller than can be told; then moved as little as possible to show the whole box. */
export function showing(camera: Camera, box: Box, window: Size, margins: Margins): Camera {
  const air = 20;
  const whole = { left: box.left - air, top: box.top - air, right: box.right + air, bottom: box.bottom + air };
  const { scale: fits } = fitted(whole, window, margins, { least: SMALLEST, most: LARGEST });
  const scale = Math.min(fits, Math.max(camera.scale, 0.8));
  const centre = toScreen(camera, { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  return revealing(zoomed(camera, scale / camera.scale, centre), whole, window, margins);
}
