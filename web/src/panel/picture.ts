// The map of a game with its result as one picture, made of what the page has drawn.
import { boundsOf, type Box } from '../board/geometry';
import type { Snapshot } from '../game/snapshot';
import { t } from '../i18n';
import { playerName } from '../play/describe';
import { plain } from './narrate';
import { outcomeTitle } from './outcome';
import { rankingOf } from './result';

const SVG = 'http://www.w3.org/2000/svg';
const EDGE = 60;
const LINE = 62;
const HEAD = 120;
const LEAST_WIDTH = 760;
/** Pixels of the longer side. */
const SIZE = 2000;
/** Labels have the size that the window needs; here, that of the picture. */
const LABEL = 1.1;
// Not part of a map that is over.
const ASIDE = '.paper, .choices, .last, .spotlight, .lit';

/** The ids that a drawing refers to, by href or by url(#…). */
function idsIn(markup: string): string[] {
  return [...markup.matchAll(/(?:href="#|url\((?:&quot;|"|')?#)([\w-]+)/g)].map((match) => match[1]!);
}

/** All symbols and patterns that the drawing needs, and those that they need. */
function neededBy(drawing: Element): string {
  const found = new Map<string, string>();
  const open = idsIn(drawing.outerHTML);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const markup = document.getElementById(id)?.outerHTML ?? '';
    found.set(id, markup);
    open.push(...idsIn(markup));
  }
  return [...found.values()].join('');
}

function styles(): string {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  return rules.filter((rule) => !rule.startsWith('@font-face')).join('\n');
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function heading(game: Snapshot, width: number): { markup: string; height: number } {
  const ranking = rankingOf(game);
  const rows = ranking.map(({ seat, score }, i) => {
    const y = HEAD + i * LINE;
    return `<g class="pl${seat}"><circle cx="${EDGE + 22}" cy="${y}" r="21" fill="currentColor" stroke="var(--ink)" stroke-width="2"/>`
      + `<use href="#e${seat}" x="${EDGE + 9}" y="${y - 13}" width="26" height="26"/></g>`
      + `<text x="${EDGE + 62}" y="${y + 13}" font-size="38">${escaped(playerName(game, seat))}</text>`
      + `<text x="${width - EDGE}" y="${y + 15}" font-size="44" font-weight="700" text-anchor="end">${plain(score)}</text>`;
  });
  const title = `<text x="${EDGE}" y="64" font-size="46" font-weight="700">${escaped(titleForAll(game))}</text>`;
  return { markup: `<g class="result">${title}${rows.join('')}</g>`, height: HEAD + ranking.length * LINE };
}

/** Not "you win": others look at it. */
function titleForAll(game: Snapshot): string {
  return outcomeTitle({ ...game, you: { ...game.you, seats: [] } });
}

/** The drawing as a file of its own: with all that it refers to, and its look. */
export function drawnMap(drawing: SVGSVGElement, game: Snapshot): { svg: string; width: number; height: number } {
  const box: Box = boundsOf([...game.tiles.values()].map((tile) => tile.at));
  const map = drawing.cloneNode(true) as SVGSVGElement;
  for (const each of map.querySelectorAll(ASIDE)) each.remove();
  for (const label of map.querySelectorAll('.label'))
    label.setAttribute('transform', (label.getAttribute('transform') ?? '').replace(/scale\([^)]*\)/, `scale(${LABEL})`));
  const width = Math.max(LEAST_WIDTH, box.right - box.left + 2 * EDGE);
  const { markup, height: head } = heading(game, width);
  const height = head + box.bottom - box.top + 2 * EDGE;
  const shift = `translate(${(width - box.left - box.right) / 2} ${head + EDGE - box.top})`;
  const emblems = rankingOf(game).map(({ seat }) => document.getElementById(`e${seat}`)?.outerHTML ?? '').join('');
  const { dataset: root, style } = document.documentElement;
  const svg = `<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" data-theme="${root.theme ?? 'day'}" data-motion="off" style="${escaped(style.cssText)}">`
    + `<style>${escapedStyle(styles())} .result text{fill:var(--ink);font-family:var(--font)}</style><defs>${neededBy(map)}${emblems}</defs>`
    + `<rect width="${width}" height="${height}" fill="var(--paper)"/>${markup}<g transform="${shift}">${map.innerHTML}</g>`
    + `<text class="sign" x="${width - EDGE}" y="${height - 18}" font-size="24" text-anchor="end" fill="var(--ink-soft)" font-family="var(--font)">${t('app.name')}</text></svg>`;
  return { svg, width, height };
}

const escapedStyle = (css: string): string => css.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export async function pictureOf(drawing: SVGSVGElement, game: Snapshot): Promise<Blob> {
  const { svg, width, height } = drawnMap(drawing, game);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = SIZE / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}
