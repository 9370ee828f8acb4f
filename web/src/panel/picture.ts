// The map of a game with its players as one picture, made of what the page has drawn.
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
// Not part of a picture; of a game that is over no tile is the last one.
const ASIDE = '.paper, .choices, .spotlight, .lit';
const ASIDE_AT_END = `${ASIDE}, .last`;

/** What stands above the map: the title, and the players from above. */
export interface Heading {
  title: string;
  players: readonly { seat: number; score: number }[];
}

/** The ids that a drawing refers to, by href or by url(#…). */
function idsIn(markup: string): string[] {
  return [...markup.matchAll(/(?:href="#|url\((?:&quot;|"|')?#)([\w-]+)/g)].map((match) => match[1]!);
}

/** All symbols and patterns that the drawing needs, and those that they need. */
function neededBy(drawing: Element): Element[] {
  const found = new Map<string, Element | null>();
  const open = idsIn(drawing.outerHTML);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const element = document.getElementById(id);
    found.set(id, element);
    open.push(...idsIn(element?.outerHTML ?? ''));
  }
  return [...found.values()].filter((element) => element !== null);
}

function* plainRules(rules: CSSRuleList): Generator<CSSStyleRule> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule;
    else if (rule instanceof CSSMediaRule && matchMedia(rule.conditionText).matches) yield* plainRules(rule.cssRules);
  }
}

/** Those rules of the page that these parts of it need. */
function stylesFor(parts: readonly Element[]): string {
  const rules = [...document.styleSheets].flatMap((sheet) => [...plainRules(sheet.cssRules)]);
  const isUsed = ({ selectorText }: CSSStyleRule) => parts.some((part) => part.matches(selectorText) || part.querySelector(selectorText));
  return rules.filter(isUsed).map((rule) => rule.cssText).join('\n');
}

/** Programs that draw know colours, but not the names that the page has for them. */
function withoutNames(markup: string): string {
  const known = getComputedStyle(document.documentElement);
  // Some stand in attributes.
  const valueOf = (name: string) => known.getPropertyValue(name).trim().replaceAll('"', "'");
  const NAME = /var\((--[\w-]+)\s*(?:,([^()]*))?\)/g;
  let before = '';
  for (let now = markup; ; now = before.replace(NAME, (whole, name: string, instead?: string) => valueOf(name) || instead?.trim() || whole)) {
    if (now === before) return now;
    before = now;
  }
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function headingOf(game: Snapshot, { title, players }: Heading, width: number): { markup: string; height: number } {
  const rows = players.map(({ seat, score }, i) => {
    const y = HEAD + i * LINE;
    return `<g class="pl${seat}"><circle cx="${EDGE + 22}" cy="${y}" r="21" fill="currentColor" stroke="var(--ink)" stroke-width="2"/>`
      + `<use href="#e${seat}" x="${EDGE + 9}" y="${y - 13}" width="26" height="26"/></g>`
      + `<text x="${EDGE + 62}" y="${y + 13}" font-size="38">${escaped(playerName(game, seat))}</text>`
      + `<text x="${width - EDGE}" y="${y + 15}" font-size="44" font-weight="700" text-anchor="end">${plain(score)}</text>`;
  });
  const words = `<text x="${EDGE}" y="64" font-size="46" font-weight="700">${escaped(title)}</text>`;
  return { markup: `<g class="result">${words}${rows.join('')}</g>`, height: HEAD + players.length * LINE };
}

/** Not "you win": others look at it. */
function titleForAll(game: Snapshot): string {
  return outcomeTitle({ ...game, you: { ...game.you, seats: [] } });
}

export function resultHeading(game: Snapshot): Heading {
  return { title: titleForAll(game), players: rankingOf(game) };
}

/** The drawing as a file of its own: with all that it refers to, and its look. */
export function drawnMap(drawing: SVGSVGElement, game: Snapshot, heading = resultHeading(game)): { svg: string; width: number; height: number } {
  const box: Box = boundsOf([...game.tiles.values()].map((tile) => tile.at));
  const map = drawing.cloneNode(true) as SVGSVGElement;
  const over = game.position?.decision.kind === 'over';
  for (const each of map.querySelectorAll(over ? ASIDE_AT_END : ASIDE)) each.remove();
  for (const label of map.querySelectorAll('.label'))
    label.setAttribute('transform', (label.getAttribute('transform') ?? '').replace(/scale\([^)]*\)/, `scale(${LABEL})`));
  const width = Math.max(LEAST_WIDTH, box.right - box.left + 2 * EDGE);
  const { markup, height: head } = headingOf(game, heading, width);
  const height = head + box.bottom - box.top + 2 * EDGE;
  const shift = `translate(${(width - box.left - box.right) / 2} ${head + EDGE - box.top})`;
  const emblems = heading.players.flatMap(({ seat }) => document.getElementById(`e${seat}`) ?? []);
  const parts = [...new Set([...neededBy(map), ...emblems])];
  const { theme = 'day' } = document.documentElement.dataset;
  const svg = `<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" data-theme="${theme}" data-motion="off">`
    + `<style>${escapedStyle(stylesFor([drawing, ...parts]))} .result text{fill:var(--ink);font-family:var(--font)}</style>`
    + `<defs>${parts.map((part) => part.outerHTML).join('')}</defs>`
    + `<rect width="${width}" height="${height}" fill="var(--paper)"/>${markup}<g transform="${shift}">${map.innerHTML}</g>`
    + `<text class="sign" x="${width - EDGE}" y="${height - 18}" font-size="24" text-anchor="end" fill="var(--ink-soft)" font-family="var(--font)">${t('app.name')}</text></svg>`;
  return { svg: withoutNames(svg), width, height };
}

const escapedStyle = (css: string): string => css.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export async function pictureOf(drawing: SVGSVGElement, game: Snapshot, heading = resultHeading(game)): Promise<Blob> {
  const { svg, width, height } = drawnMap(drawing, game, heading);
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
