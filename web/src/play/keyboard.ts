import type { Cell } from '../wire';

export type Command =
  | { do: 'move' | 'pan'; direction: Cell }
  | { do: 'cycle'; step: 1 | -1 }
  | { do: 'rotate'; step: 1 | -1 }
  | { do: 'confirm' | 'skip' | 'back' | 'fields' | 'overlay' | 'zoom_in' | 'zoom_out' | 'fit' | 'help' | 'list' | 'kind' | 'card' }
  | { do: 'number'; number: number };

export interface Key {
  key: string;
  code?: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const MOVES: Record<string, Cell> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const SINGLE: Record<string, Command> = {
  Enter: { do: 'confirm' },
  ' ': { do: 'skip' },
  Escape: { do: 'back' },
  '+': { do: 'zoom_in' },
  '=': { do: 'zoom_in' },
  '-': { do: 'zoom_out' },
  '0': { do: 'fit' },
  '?': { do: 'help' },
};

// By place on the keyboard, so that they work in Cyrillic layouts as well.
const LETTERS: Record<string, Command> = {
  KeyS: { do: 'skip' },
  KeyF: { do: 'fields' },
  KeyO: { do: 'overlay' },
  KeyL: { do: 'list' },
  KeyP: { do: 'kind' },
  KeyI: { do: 'card' },
};

/** What a key means on the board; null for keys that are the browser's. */
export function commandOf(key: Key): Command | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  if (key.key === 'Tab') return { do: 'cycle', step: key.shiftKey ? -1 : 1 };
  const direction = MOVES[key.key];
  if (direction) return { do: key.shiftKey ? 'pan' : 'move', direction };
  if (key.key >= '1' && key.key <= '9' && key.key.length === 1) return { do: 'number', number: Number(key.key) };
  if (key.code === 'KeyR') return { do: 'rotate', step: key.shiftKey ? -1 : 1 };
  return SINGLE[key.key] ?? LETTERS[key.code ?? ''] ?? null;
}

/** The map has the focus, or nothing has. */
export function isOnMap(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target === document.body || target.closest('[role="application"]') !== null;
}

/** Whether a key is the map's: not that of a dialog, of something to be filled in, or of a button that has the focus. */
export function isForMap(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest('dialog, input, select, textarea')) return false;
  // Keys that work buttons and move the focus are only taken from the map itself.
  if (!isOnMap(event) && ['Enter', ' ', 'Tab'].includes(event.key)) return false;
  return target !== document.body || event.key !== 'Tab';
}
