// Text as people count it: a family of four joined into one picture is one sign, and is never cut in two.
const MOST_CHARACTERS = 32;
const MOST_BYTES = 64;

const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

export function graphemesOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** As much of a name as the server takes (wire.md 10.1), in whole signs. */
export function fitName(name: string): string {
  let fitting = '';
  for (const sign of graphemesOf(name)) {
    const longer = fitting + sign;
    if ([...longer].length > MOST_CHARACTERS || bytesOf(longer) > MOST_BYTES) break;
    fitting = longer;
  }
  return fitting;
}
