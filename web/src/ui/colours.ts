// Which seat wears which of the six colours (colours.css).
export const COLOURS = [0, 1, 2, 3, 4, 5] as const;
export type Colour = (typeof COLOURS)[number];

export interface Coloured {
  index: number;
  colour: number;
}

/** Custom properties for those seats that do not wear the colour of their number. */
export function coloursOf(seats: readonly Coloured[]): [name: string, value: string][] {
  return seats
    .filter(({ index, colour }) => index !== colour)
    .flatMap(({ index, colour }) => [
      [`--seat-${index}`, `var(--colour-${colour})`],
      [`--sign-${index}`, `var(--upon-${colour})`],
    ]);
}

/** For the element of one table among several. */
export function colourStyle(seats: readonly Coloured[]): string {
  return coloursOf(seats)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

/** For a page that shows one table; patterns hang on the page itself. Gives back how to undo it. */
export function wearColours(seats: readonly Coloured[]): () => void {
  const { style } = document.documentElement;
  const set = coloursOf(seats);
  for (const [name, value] of set) style.setProperty(name, value);
  return () => {
    for (const [name] of set) style.removeProperty(name);
  };
}
