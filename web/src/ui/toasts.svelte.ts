// Short messages that come and go.
export type ToastKind = 'plain' | 'good' | 'bad';
export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
}

const SHOWN_FOR = 5000;
const MOST_AT_ONCE = 3;
let nextId = 1;

export const toasts: Toast[] = $state([]);
/** Where they could be shown, the one in front last. */
export const places: string[] = $state([]);

export function toast(text: string, kind: ToastKind = 'plain'): void {
  // The same message again would only push others out.
  if (toasts.some((other) => other.text === text)) return;
  const id = nextId++;
  toasts.push({ id, text, kind });
  while (toasts.length > MOST_AT_ONCE) toasts.shift();
  setTimeout(() => dismiss(id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((other) => other.id === id);
  if (index >= 0) toasts.splice(index, 1);
}
