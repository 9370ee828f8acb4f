// Events in words.
import type { Snapshot } from '../game/snapshot';
import { t, text } from '../i18n';
import { cellName, pieceName, placeName, playerName } from '../play/describe';
import type { Entry, GameEvent, ScoreEvent } from '../wire';

export interface Line {
  seat: number | null;
  text: string;
  points?: number;
  /** Why the points were given. */
  why?: string;
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

type NameOf = (seat: number) => string;
const byNumber: NameOf = (seat) => String(seat + 1);

/** What an event says in the history; null for what is told by another event or is of no interest. */
export function lineOf(event: GameEvent, nameOf: NameOf = byNumber): Line | null {
  const seat = 'player' in event ? (event.player ?? null) : null;
  const say = (values: Record<string, string | number> = {}, form = ''): Line =>
    ({ seat, text: text(`panel.event.${event.event}${form}`, values) ?? '' });
  switch (event.event) {
    case 'score':
      return { seat, text: t(`panel.for.${event.for}`), points: event.points, why: reasonsOf(event) };
    case 'placed':
    case 'dragon_moved':
    case 'bridge_built':
    case 'castle_built':
    case 'granary_built':
    case 'big_top_moved':
      return say({ cell: cellName(event.at) });
    case 'tower_built':
      return say({ n: event.floors, cell: cellName(event.at) });
    case 'deployed':
      return say({ piece: pieceName(event.piece), place: wherever(event) });
    case 'returned':
      if (event.holder !== undefined)
        return say({ piece: pieceName(event.piece), name: nameOf(event.holder) }, '.holder');
      return say({ piece: pieceName(event.piece) });
    case 'eaten':
      return say({ piece: pieceName(event.piece) });
    case 'captured': // told of the captor, who acts
      return { ...say({ piece: pieceName(event.piece), name: nameOf(event.player) }), seat: event.holder };
    case 'wagon_moved':
      return say({ place: placeName(event) });
    case 'fairy_moved':
      return say({ place: event.seg ? placeName({ at: event.at, seg: event.seg }) : cellName(event.at) });
    case 'pig_moved':
      return say({ sector: t(`play.sector.${event.sector}`) });
    case 'count_moved':
      return say({ quarter: t(`play.quarter.${event.quarter}`) });
    case 'reshuffled':
      return say({ n: event.count });
    case 'auction':
      return say({ n: event.points });
    case 'goods':
      return say({ goods: t(`play.goods.${event.goods}`), n: event.count });
    case 'token':
      return say({ token: t(`play.token.${event.token}`) }, isAnimalOfCircus(event.token) ? '.circus' : '');
    case 'herded':
    case 'scattered':
      return say({ n: event.count });
    case 'king':
    case 'robber':
    case 'discarded':
    case 'set_aside':
    case 'double_turn':
    case 'hidden':
      return say();
    default:
      return null;
  }
}

const isAnimalOfCircus = (token: string) => token !== 'wolf' && !token.startsWith('sheep');

function wherever(event: Extract<GameEvent, { event: 'deployed' }>): string {
  if (event.at && event.seg) return placeName({ at: event.at, seg: event.seg });
  if (event.sector) return t(`play.sector.${event.sector}`);
  return event.quarter ? t(`play.quarter.${event.quarter}`) : '';
}

/** Whose turn it is, whoever has to decide something in it. */
export function activeSeat(game: Snapshot): number | null {
  for (const entry of game.history.toReversed())
    for (const event of entry.events.toReversed()) if (event.event === 'turn') return event.player;
  return null;
}

export interface Chapter {
  turn: number;
  seat: number | null;
  lines: Line[];
}

/** The history by turns, the newest first. */
export function chaptersOf(history: readonly Entry[], nameOf: NameOf = byNumber): Chapter[] {
  const chapters: Chapter[] = [];
  for (const event of history.flatMap((entry) => entry.events)) {
    if (event.event === 'turn') {
      chapters.push({ turn: event.turn, seat: event.player, lines: [] });
      continue;
    }
    if (chapters.length === 0) chapters.push({ turn: 0, seat: null, lines: [] });
    const line = lineOf(event, nameOf);
    if (line) chapters.at(-1)!.lines.push(line);
  }
  return chapters.reverse();
}

/** A batch of events as one sentence for a screen reader. */
export function announcementOf(entries: readonly Entry[], game: Snapshot): string {
  return entries
    .flatMap((entry) => entry.events)
    .map((event) => {
      const line = lineOf(event, (seat) => playerName(game, seat));
      if (!line) return null;
      const name = line.seat === null ? '' : `${playerName(game, line.seat)}: `;
      const points = line.points === undefined ? '' : `, ${signed(line.points)}`;
      return `${name}${line.text}${points}`;
    })
    .filter((words) => words !== null)
    .join('. ');
}
