// A game as this browser keeps it: what is told of it in a list, and beside it the actions from which it is played again.
import type { Setup } from '../engine';
import type {
  Action, Assist, GameResult, OwnGame, Seat, SeatView, SeatWish, SetupWords, TableView, TileSketch,
} from '../wire';
import { assistWords } from '../wire';

/** Of what is written now; a page that is older than what it finds leaves that alone. */
export const FORMAT = 1;
/** Whose guest all people at this screen are. */
export const HERE = 'here';

export type LocalSeat =
  | { kind: 'person'; name: string; colour: number; resigned?: true }
  | { kind: 'bot'; bot: string; colour: number };

export interface Head {
  format: typeof FORMAT;
  id: string;
  /** One more with everything that is written: two pages with the same game find out who was first. */
  version: number;
  /** By which it is played to its end, however new the page is; unknown until it is first opened. */
  rules?: number;
  setup: SetupWords;
  seats: LocalSeat[];
  assist: Assist;
  created: number;
  moved: number;
  over: boolean;
  /** Who is asked. */
  turn: Seat | null;
  scores: number[];
  /** The land, for a small picture of it. */
  tiles: TileSketch[];
  result?: GameResult;
  rematch?: string;
}

export interface Entry {
  head: Head;
  actions: Action[];
}

/** Something that is kept and cannot be read: of a newer page, or damaged. It is told of, and never written over. */
export interface Odd {
  id: string;
  odd: 'newer' | 'damaged';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const listOf = <T>(value: unknown, is: (each: unknown) => each is T): value is T[] => Array.isArray(value) && value.every(is);

function isSeat(value: unknown): value is LocalSeat {
  if (!isObject(value) || !isNumber(value.colour)) return false;
  return value.kind === 'bot' ? isText(value.bot) : value.kind === 'person' && isText(value.name);
}

function isSketch(value: unknown): value is TileSketch {
  return isObject(value) && isText(value.tile) && isNumber(value.rot) && listOf(value.at, isNumber) && value.at.length === 2;
}

function isHead(value: Record<string, unknown>): boolean {
  const { version, setup, seats, assist, created, moved, over, turn, scores, tiles } = value;
  return isNumber(version) && isObject(setup) && listOf(setup.sets, isText) && listOf(seats, isSeat) && seats.length >= 2
    && assistWords.some((word) => word === assist) && isNumber(created) && isNumber(moved) && typeof over === 'boolean'
    && (turn === null || isNumber(turn)) && listOf(scores, isNumber) && listOf(tiles, isSketch);
}

export function readHead(value: unknown): Head | Odd {
  const id = isObject(value) && isText(value.id) ? value.id : '';
  if (!isObject(value) || !isNumber(value.format) || value.format < FORMAT) return { id, odd: 'damaged' };
  if (value.format > FORMAT) return { id, odd: 'newer' };
  return id && isHead(value) ? (value as unknown as Head) : { id, odd: 'damaged' };
}

export function isOdd(found: Head | Odd): found is Odd {
  return 'odd' in found;
}

export function isActions(value: unknown): value is Action[] {
  return listOf(value, (each): each is Action => isObject(each) && isText(each.do));
}

/** As the server paints: the wished colours first, then that of the seat's number, then what is left. */
function coloursFor(wishes: readonly SeatWish[]): number[] {
  const used = new Set<number>();
  const colours = wishes.map(({ colour }) => colour !== undefined && !used.has(colour) && used.add(colour) ? colour : null);
  for (const [seat, colour] of colours.entries())
    if (colour === null && !used.has(seat)) used.add((colours[seat] = seat));
  return colours.map((colour) => {
    if (colour !== null) return colour;
    const free = [0, 1, 2, 3, 4, 5].find((each) => !used.has(each)) ?? 0;
    used.add(free);
    return free;
  });
}

export interface NewGame {
  setup: SetupWords;
  /** Nobody else can come: no seat is open. */
  seats: readonly SeatWish[];
  assist: Assist;
}

/** `you`: the name of who has a seat without one. */
export function newHead(id: string, { setup, seats, assist }: NewGame, you: string, now: number): Head {
  const colours = coloursFor(seats);
  return {
    format: FORMAT, id, version: 0, setup, assist, created: now, moved: now, over: false, turn: null, scores: [], tiles: [],
    seats: seats.map(({ kind, name, bot }, index) => {
      const colour = colours[index]!;
      return kind === 'bot' ? { kind, bot: bot ?? '', colour } : { kind: 'person', name: name ?? you, colour };
    }),
  };
}

/** The same people again; who was second begins. */
export function rematchOf(head: Head, id: string, now: number): Head {
  const seats = head.seats.map((seat): LocalSeat => {
    if (seat.kind === 'bot') return seat;
    const { resigned: _, ...person } = seat;
    return person;
  });
  const { setup, assist } = head;
  return {
    format: FORMAT, id, version: 0, setup, assist, created: now, moved: now, over: false, turn: null, scores: [], tiles: [],
    seats: [...seats.slice(1), seats[0]!],
  };
}

export function setupOf({ setup, seats }: Head): Setup {
  return { ...setup, players: seats.map((seat) => ({ name: seat.kind === 'bot' ? seat.bot : seat.name })) };
}

/** As the server tells of a table. */
export function viewOf(head: Head): TableView {
  const seats = head.seats.map((seat, index): SeatView =>
    seat.kind === 'bot'
      ? { index, kind: 'bot', colour: seat.colour, name: seat.bot, bot: seat.bot }
      : { index, kind: 'person', colour: seat.colour, name: seat.name, guest: HERE, connected: true, ...(seat.resigned && { resigned: true }) });
  return {
    id: head.id, status: head.over ? 'over' : 'playing', setup: head.setup, listed: false, assist: head.assist, host: HERE, seats,
    spectators: 0, commitment: '', created: head.created, fair: 'bastide-2', ...(head.rematch && { rematch: head.rematch }),
  };
}

/** Whether a bot answers for this seat: its own, or the one that plays on for somebody who gave up. */
export function botOf(seat: LocalSeat | undefined): string | null {
  if (seat?.kind === 'bot') return seat.bot;
  return seat?.resigned ? 'greedy' : null;
}

export function ownGameOf(head: Head): OwnGame {
  const { turn, scores, moved, tiles, result } = head;
  const yours = turn !== null && botOf(head.seats[turn]) === null;
  return { table: viewOf(head), turn, yours, scores, moved, tiles, ...(result && { result }) };
}
