// What keys do to time.
import type { Key } from '../play/keyboard';

export type TimeCommand = { do: 'step'; by: 1 | -1 } | { do: 'turn'; by: 1 | -1 } | { do: 'first' } | { do: 'last' } | { do: 'play' };

const STEPS: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1 };
const SINGLE: Record<string, TimeCommand> = {
  Home: { do: 'first' },
  End: { do: 'last' },
  PageUp: { do: 'turn', by: -1 },
  PageDown: { do: 'turn', by: 1 },
  ' ': { do: 'play' },
};

const SCROLLING = ['PageUp', 'PageDown', 'Home', 'End'];

/** A panel that has the focus is scrolled by them. */
export function scrollsPanel(event: KeyboardEvent): boolean {
  return SCROLLING.includes(event.key) && (event.target as HTMLElement).getAttribute('role') === 'tabpanel';
}

/** `choosing`: an answer is being chosen on the map, and arrows are for that. */
export function timeCommandOf(key: Key, choosing: boolean): TimeCommand | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const by = STEPS[key.key];
  if (by) return choosing ? null : { do: key.shiftKey ? 'turn' : 'step', by };
  return SINGLE[key.key] ?? null;
}
