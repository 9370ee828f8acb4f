// Names in the sprite (docs/art-web.md).

/** The symbol of a tile as it lies on the board. */
export function tileSymbol(tile: string, rot: number): string {
  return `#t-${tile.replace('/', '-')}-${rot}`;
}
