// One finger or the mouse drags, two fingers pinch, the wheel zooms, a short touch is a tap.
import { distance, type Point } from './geometry';

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, focus: Point): void;
  /** `finger`: not by a mouse, which has pointed at the place before. */
  tap(at: Point, target: Element | null, finger: boolean): void;
  hover(at: Point | null): void;
  /** True if the wheel was used up at this place. */
  wheel(at: Point, delta: number): boolean;
  settle(): void;
}

// A finger trembles more than this before it means to drag.
const STILL = 8;

export function gestures(node: HTMLElement, on: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let start: Point | null = null;
  let dragged = false;

  const local = (event: MouseEvent): Point => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.set(event.pointerId, local(event));
    if (fingers.size === 1) {
      start = local(event);
      dragged = false;
    } else {
      dragged = true;
    }
    node.setPointerCapture(event.pointerId);
  };

  const pinch = (before: Map<number, Point>) => {
    const ids = [...fingers.keys()];
    const [a, b] = [fingers.get(ids[0]!)!, fingers.get(ids[1]!)!];
    const [c, d] = [before.get(ids[0]!)!, before.get(ids[1]!)!];
    const focus = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const past = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    on.pan(focus.x - past.x, focus.y - past.y);
    on.zoom(distance(a, b) / Math.max(1, distance(c, d)), focus);
  };

  const move = (event: PointerEvent) => {
    const at = local(event);
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === 'mouse') on.hover(at);
      return;
    }
    const before = new Map(fingers);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) return pinch(before);
    if (!dragged && start && distance(start, at) < STILL) return;
    // What was held back until the drag was sure is made up for.
    const from = dragged ? last : (start ?? last);
    dragged = true;
    on.pan(at.x - from.x, at.y - from.y);
  };

  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (!dragged && event.type === 'pointerup' && fingers.size === 0)
      on.tap(local(event), document.elementFromPoint(event.clientX, event.clientY), event.pointerType !== 'mouse');
    if (fingers.size === 0) on.settle();
  };

  const leave = () => on.hover(null);

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const at = local(event);
    if (!event.ctrlKey && on.wheel(at, event.deltaY)) return;
    on.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), at);
    on.settle();
  };

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('wheel', wheel, { passive: false });
  return () => {
    node.removeEventListener('pointerdown', down);
    node.removeEventListener('pointermove', move);
    node.removeEventListener('pointerup', up);
    node.removeEventListener('pointercancel', up);
    node.removeEventListener('pointerleave', leave);
    node.removeEventListener('wheel', wheel);
  };
}
