import type { Clocks } from '../wire';

/** Milliseconds a seat has left, `passed` after the server said so. */
export function leftNow(clocks: Clocks, seat: number, passed: number): number {
  const left = clocks.left[seat] ?? 0;
  return Math.max(0, clocks.running === seat ? left - Math.max(0, passed) : left);
}

/** "9:05", "1:02:03", and days as "2 d 4 h" would not fit: hours go on counting. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
