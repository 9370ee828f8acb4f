// A finger that goes sideways over a part of the page.
import type { Attachment } from 'svelte/attachments';

const FAR = 42;

/** To the left is forward, as when a page is turned. */
export function swipes(onswipe: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number } | null = null;
    const begin = (event: PointerEvent) => {
      from = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    };
    const end = (event: PointerEvent) => {
      const [dx, dy] = from ? [event.clientX - from.x, event.clientY - from.y] : [0, 0];
      from = null;
      if (Math.abs(dx) >= FAR && Math.abs(dx) > 2 * Math.abs(dy)) onswipe(dx < 0 ? 1 : -1);
    };
    const cancel = () => (from = null);
    const events = { pointerdown: begin, pointerup: end, pointercancel: cancel };
    for (const [name, listener] of Object.entries(events)) element.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events)) element.removeEventListener(name, listener as EventListener);
    };
  };
}
