// Records in a text that comes from anywhere: one on as many lines as it likes, or several after one another. Only as
// much is looked at as is needed to choose one; whether it is right is for the engine to say.

/** Bytes; the engine takes no longer record. */
export const LARGEST_FILE = 64_000_000;

export type Unreadable = 'empty' | 'large' | 'binary' | 'not_json' | 'no_record';

export class UnreadableFile extends Error {
  /** `record`: which one of several, counted from 1. */
  constructor(readonly why: Unreadable, readonly record = 1) {
    super(why);
  }
}

export interface FoundRecord {
  text: string;
  players: string[];
  sets: string[];
  actions: number;
  /** The text ends before the record does: this is what there is of it. */
  cut: boolean;
}

interface Value {
  text: string;
  cut: boolean;
}

const SPACE = /[\s\uFEFF]*/y;

/** Where the value that begins here ends; and, if the text ends before that, up to where its list of actions is whole. */
function endOf(text: string, start: number): { end: number; whole: number } {
  let depth = 0;
  let whole = -1;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (sign === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    } else if (sign === '{' || sign === '[') {
      depth++;
    } else if (sign === '}' || sign === ']') {
      depth--;
      if (depth === 0) return { end: i + 1, whole };
      if (depth === 2 && sign === '}') whole = i + 1;
    }
  }
  return { end: -1, whole };
}

/** What was cut off in the list of actions, closed after the last whole one; null where nothing can be saved. */
function mended(text: string): string | null {
  const { whole } = endOf(text, 0);
  if (whole < 0 || !/"actions"\s*:/.test(text)) return null;
  const closed = `${text.slice(0, whole)}]}`;
  return objectIn(closed)?.actions instanceof Array ? closed : null;
}

function* valuesIn(text: string): Generator<Value> {
  let number = 1;
  for (let at = skipSpace(text, 0); at < text.length; number++) {
    if (text[at] !== '{') throw new UnreadableFile('not_json', number);
    const { end } = endOf(text, at);
    const rest = end < 0 ? mended(text.slice(at)) : null;
    if (end < 0 && rest === null) throw new UnreadableFile('not_json', number);
    yield rest === null ? { text: text.slice(at, end), cut: false } : { text: rest, cut: true };
    at = end < 0 ? text.length : skipSpace(text, end);
  }
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What is no text is for the engine to refuse, not for a list to show. */
const wordIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function found({ text, cut }: Value, number: number): FoundRecord {
  const record = objectIn(text);
  if (!record) throw new UnreadableFile('not_json', number);
  const { setup, actions } = record as { setup?: { players?: unknown; sets?: unknown }; actions?: unknown };
  if (typeof setup !== 'object' || setup === null || !Array.isArray(actions)) throw new UnreadableFile('no_record', number);
  const players = Array.isArray(setup.players) ? setup.players.map((player: { name?: unknown } | null) => wordIn(player?.name)) : [];
  const sets = Array.isArray(setup.sets) ? setup.sets.map(wordIn) : [];
  return { text, players, sets, actions: actions.length, cut };
}

/** All of them; throws where one of them cannot be read. */
export function recordsIn(text: string): FoundRecord[] {
  if (text.length > LARGEST_FILE) throw new UnreadableFile('large');
  if (text.includes('\0')) throw new UnreadableFile('binary');
  const records = [...valuesIn(text)].map((value, i) => found(value, i + 1));
  if (records.length === 0) throw new UnreadableFile('empty');
  return records;
}

export async function textOf(file: Blob): Promise<string> {
  if (file.size > LARGEST_FILE) throw new UnreadableFile('large');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile('binary');
  }
}
