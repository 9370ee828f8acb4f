// Where a small sheet finds room beside what it is about.
import type { Size } from '../board/camera';
import type { Box, Point } from '../board/geometry';

/** Above, below, right and left of the box. */
export function besides(box: Box, { width, height }: Size, apart: number): Point[] {
  const x = (box.left + box.right - width) / 2;
  const y = (box.top + box.bottom - height) / 2;
  return [
    { x, y: box.top - height - apart },
    { x, y: box.bottom + apart },
    { x: box.right + apart, y },
    { x: box.left - width - apart, y },
  ];
}

export function corners({ left, top, right, bottom }: Box, { width, height }: Size): Point[] {
  const [far, low] = [right - width, bottom - height];
  return [{ x: left, y: top }, { x: far, y: top }, { x: left, y: low }, { x: far, y: low }];
}

/** Moved as little as possible to lie within the room. */
export function within(room: Box, p: Point, { width, height }: Size): Point {
  return {
    x: Math.max(room.left, Math.min(p.x, room.right - width)),
    y: Math.max(room.top, Math.min(p.y, room.bottom - height)),
  };
}

export function covers(p: Point, { width, height }: Size, box: Box): boolean {
  return p.x < box.right && p.x + width > box.left && p.y < box.bottom && p.y + height > box.top;
}
