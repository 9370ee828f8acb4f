import type { Box, Point } from './geometry';

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
/** Between a tile that a finger can just hit and one that needs not be larger. */
export const TOUCHABLE: Scales = { least: 0.24, most: 1.3 };
/** All of the board, however wide it has grown. */
export const WHOLE: Scales = { least: SMALLEST, most: TOUCHABLE.most };

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
