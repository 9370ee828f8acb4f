import { reducedMotion } from './settings.svelte';

/** By how much longer than usual a movement lasts, as `--pace` tells stylesheets; 0 where nothing is to move. */
export function slowness(): number {
  if (reducedMotion()) return 0;
  const pace = getComputedStyle(document.documentElement).getPropertyValue('--pace').trim();
  return pace === '' ? 1 : Number(pace);
}
