// Events in words.
import { cellKey } from '../game/cells';
import type { Snapshot } from '../game/snapshot';
import { t, text } from '../i18n';
import { cellName, pieceName, placeName, playerName } from '../play/describe';
import type { Wish } from '../play/watching.svelte';
import type { Cell, DeployedEvent, Entry, GameEvent, Piece, Place, Rot, ScoreEvent } from '../wire';

export interface Line {
  seat: number | null;
  text: string;
  points?: number;
  /** Why the points were given, where that is not said yet. */
  why?: string;
  /** Where it happened. */
  wish?: Wish;
  /** The words beside a picture that says the rest. */
  short?: string;
  piece?: { kind: Piece; seat: number; lies: boolean };
  tile?: string;
  /** The index of the action that did it. */
  seq?: number;
}

/** How events are told. */
export interface Telling {
  nameOf: (seat: number) => string;
  /** With the squares of the map: who cannot see it needs them. */
  coordinates: boolean;
  /** Who completed which feature, by `placeKey`. */
  closers: ReadonlyMap<string, number>;
}

const placeKey = ({ at, seg }: Place) => `${cellKey(at)} ${seg}`;

export function closersOf(history: readonly Entry[]): Map<string, number> {
  const closers = new Map<string, number>();
  for (const event of history.flatMap((entry) => entry.events))
    if (event.event === 'feature_completed') closers.set(placeKey(event), event.player);
  return closers;
}

export function tellingOf(game: Snapshot, coordinates: boolean): Telling {
  return { nameOf: (seat) => playerName(game, seat), coordinates, closers: closersOf(game.history) };
}

/** "3 tiles (6) + 1 pennant (2)"; without points where one term says it all. */
export function reasonsOf(event: ScoreEvent): string {
  return event.parts
    .map((part) => {
      const term = text(`panel.term.${part.term}`, { n: part.count }) ?? part.term;
      return event.parts.length > 1 ? `${term} (${part.points})` : term;
    })
    .join(' + ');
}

export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

export function signed(points: number): string {
  return points < 0 ? plain(points) : `+${points}`;
}

function closerOf(event: ScoreEvent, { closers }: Pick<Telling, 'closers'>): number | undefined {
  return event.at && event.seg ? closers.get(placeKey({ at: event.at, seg: event.seg })) : undefined;
}

/** "city of 4 tiles"; said of its owner, or of whoever closed it. */
export function countedName(event: ScoreEvent, telling: Pick<Telling, 'closers'>, form: 'noun' | 'verb'): string {
  const countOf = (...terms: string[]) => event.parts.reduce((sum, part) => sum + (terms.includes(part.term) ? part.count : 0), 0);
  switch (event.for) {
    case 'road':
    case 'city': {
      const closer = closerOf(event, telling);
      const how = closer === undefined ? 'open' : form === 'verb' && closer === event.player ? 'closes' : 'closed';
      return t(`panel.scored.${how}.${event.for}`, { n: countOf('tiles') });
    }
    case 'monastery':
    case 'garden':
    case 'shrine':
    case 'abbey':
      return t('panel.scored.around', { feature: t(`play.feature.${event.for}`), n: countOf('tiles', 'neighbours') });
    case 'field':
      return t('panel.scored.field', { n: countOf('cities') });
    default:
      return t(`panel.for.${event.for}`);
  }
}

// The name of what was counted says how much of it there was.
const SAYS_ITS_COUNT: readonly string[] = ['road', 'city', 'monastery', 'garden', 'shrine', 'abbey', 'field'];

function scoreLine(event: ScoreEvent, telling: Telling): Line {
  const said = event.parts.length < 2 && SAYS_ITS_COUNT.includes(event.for);
  const why = said ? '' : reasonsOf(event);
  return { seat: event.player, text: countedName(event, telling, 'verb'), points: event.points, ...(why && { why }) };
}

/** What an event says in the history; null for what is told by another event or is of no interest. */
export function lineOf(event: GameEvent, telling: Telling): Line | null {
  const line = worded(event, telling);
  return line && 'at' in event && event.at ? { ...line, wish: wishOf(event.at, 'seg' in event ? event.seg : undefined) } : line;
}

function wishOf(at: Cell, seg: string | undefined): Wish {
  return seg ? { at, seg } : { at };
}

type Words = Record<string, string | number>;

function say(event: GameEvent, values: Words = {}, form = ''): Line {
  const seat = 'player' in event ? (event.player ?? null) : null;
  return { seat, text: text(`panel.event.${event.event}${form}`, values) ?? '' };
}

function sayAt(event: GameEvent & { at: Cell }, { coordinates }: Telling, values: Words = {}): Line {
  return coordinates ? say(event, { ...values, cell: cellName(event.at) }) : say(event, values, '.here');
}

function where(place: Place, { coordinates }: Telling): string {
  return coordinates ? placeName(place) : featureName(place.seg);
}

function worded(event: GameEvent, telling: Telling): Line | null {
  switch (event.event) {
    case 'score':
      return scoreLine(event, telling);
    case 'deployed':
      return deployedLine(event, telling);
    case 'placed':
    case 'dragon_moved':
    case 'bridge_built':
    case 'castle_built':
    case 'granary_built':
    case 'big_top_moved':
      return sayAt(event, telling);
    case 'tower_built':
      return sayAt(event, telling, { n: event.floors });
    case 'wagon_moved':
      return say(event, { place: where(event, telling) });
    case 'fairy_moved':
      if (event.seg) return say(event, { place: where({ at: event.at, seg: event.seg }, telling) });
      return telling.coordinates ? say(event, { place: cellName(event.at) }) : say(event, {}, '.here');
    case 'returned':
      if (event.holder === undefined) return say(event, { piece: pieceName(event.piece) });
      return say(event, { piece: pieceName(event.piece), name: telling.nameOf(event.holder) }, '.holder');
    case 'eaten':
      return say(event, { piece: pieceName(event.piece) });
    case 'captured': // told of the captor, who acts
      return { ...say(event, { piece: pieceName(event.piece), name: telling.nameOf(event.player) }), seat: event.holder };
    default:
      return tokenLine(event);
  }
}

/** What is not about a place of the map. */
function tokenLine(event: GameEvent): Line | null {
  switch (event.event) {
    case 'pig_moved':
      return say(event, { sector: t(`play.sector.${event.sector}`) });
    case 'count_moved':
      return say(event, { quarter: t(`play.quarter.${event.quarter}`) });
    case 'reshuffled':
    case 'herded':
    case 'scattered':
      return say(event, { n: event.count });
    case 'auction':
      return { ...say(event, { n: event.points }), tile: event.tile };
    case 'goods':
      return say(event, { goods: t(`play.goods.${event.goods}`), n: event.count });
    case 'token':
      return say(event, { token: t(`play.token.${event.token}`) }, isAnimalOfCircus(event.token) ? '.circus' : '');
    case 'discarded':
    case 'set_aside':
      return { ...say(event), tile: event.tile };
    case 'king':
    case 'robber':
    case 'double_turn':
    case 'hidden':
      return say(event);
    default:
      return null;
  }
}

function deployedLine(event: DeployedEvent, telling: Telling): Line {
  const lies = event.seg?.startsWith('field') === true && (event.piece === 'meeple' || event.piece === 'big');
  const place = event.at && event.seg ? where({ at: event.at, seg: event.seg }, telling) : quarterOrSector(event);
  return { ...say(event, { piece: pieceName(event.piece), place }), short: place, piece: { kind: event.piece, seat: event.player, lies } };
}

const isAnimalOfCircus = (token: string) => token !== 'wolf' && !token.startsWith('sheep');

function featureName(seg: string): string {
  const [kind = ''] = seg.split(':');
  return text(`play.feature.${kind}`) ?? kind;
}

function quarterOrSector(event: DeployedEvent): string {
  if (event.sector) return t(`play.sector.${event.sector}`);
  return event.quarter ? t(`play.quarter.${event.quarter}`) : '';
}

/** Whose turn it is, whoever has to decide something in it. */
export function activeSeat(game: Snapshot): number | null {
  for (const entry of game.history.toReversed())
    for (const event of entry.events.toReversed()) if (event.event === 'turn') return event.player;
  return null;
}

export interface LaidTile {
  tile: string;
  rot: Rot;
  at: Cell;
  seq: number;
}

/** A turn, or the final scoring, which is nobody's turn. */
export interface Chapter {
  turn: number;
  seat: number | null;
  tiles: LaidTile[];
  lines: Line[];
  final: boolean;
  /** The number of actions before it. */
  from: number;
}

const chapter = (turn: number, seat: number | null, from: number, final = false): Chapter =>
  ({ turn, seat, tiles: [], lines: [], final, from });

/** Whoever was scored goes home: that goes without saying. */
function isPlainReturn(event: GameEvent, before: readonly GameEvent[]): boolean {
  return event.event === 'returned' && event.holder === undefined && before.some((each) => each.event === 'score');
}

function tell(chapter: Chapter, line: Line | null, seq: number): void {
  if (line) chapter.lines.push({ ...line, seq });
}

/** The history by turns, the newest first. */
export function chaptersOf(history: readonly Entry[], telling: Telling): Chapter[] {
  const chapters: Chapter[] = [];
  const last = () => chapters.at(-1)!;
  for (const { seq, events } of history) {
    const isLast = events.some((event) => event.event === 'game_over');
    for (const [i, event] of events.entries()) {
      if (event.event === 'turn') chapters.push(chapter(event.turn, event.player, seq === 0 ? 0 : seq + 1));
      if (chapters.length === 0) chapters.push(chapter(0, null, 0));
      const isFinal = isLast && event.event === 'score' && closerOf(event, telling) === undefined;
      if (isFinal && !last().final) chapters.push(chapter(last().turn, null, seq, true));
      if (event.event === 'placed') last().tiles.push({ tile: event.tile, rot: event.rot, at: event.at, seq });
      else if (!isPlainReturn(event, events.slice(0, i))) tell(last(), lineOf(event, telling), seq);
    }
  }
  return chapters.reverse();
}

/** "closes a city of 4 tiles: 8 points" */
export function sentenceOf(line: Line): string {
  return line.points === undefined ? line.text : `${line.text}: ${t('panel.points', { n: line.points })}`;
}

/** A batch of events as one sentence for a screen reader. */
export function announcementOf(entries: readonly Entry[], game: Snapshot): string {
  const telling = { ...tellingOf(game, true), closers: closersOf([...game.history, ...entries]) };
  return entries
    .flatMap((entry) => entry.events)
    .map((event) => {
      const line = lineOf(event, telling);
      if (!line) return null;
      const name = line.seat === null ? '' : `${playerName(game, line.seat)}: `;
      return `${name}${sentenceOf(line)}`;
    })
    .filter((words) => words !== null)
    .join('. ');
}
