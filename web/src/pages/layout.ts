// How a game fills the window: beside the map at a desk, above and below it on a phone or tablet, all on one side of it
// on a phone that lies.
export type Layout = 'desk' | 'tall' | 'flat';

const LOW = 520;
const DESK = 960;
const PHONE = 600;
const BROAD = 720;

export function layoutOf(width: number, height: number): Layout {
  if (height < LOW && width > height) return 'flat';
  return width >= DESK && width > 0.9 * height ? 'desk' : 'tall';
}

/** On a phone the tools are folded into one button. */
export function areToolsFolded(layout: Layout, width: number): boolean {
  return layout === 'flat' || (layout === 'tall' && width < PHONE);
}

/** How many players stand side by side in the strip. */
export function stripColumns(layout: Layout, width: number, players: number): number {
  if (layout === 'flat') return players <= 4 ? 2 : 3;
  return players <= 4 || width >= BROAD ? players : 3;
}
