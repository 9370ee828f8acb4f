// A whole game within a link: its record, packed, after the # of the address, which no server ever gets to see.
import type { GameRecord } from '../engine';

const NAME = 'g';
const TRIES = 't';
/** Of what is unpacked; more is no game, but somebody's joke. */
const LONGEST = 4_000_000;

export class BadLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, longest: number): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  const reader = source.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > longest) {
      await reader.cancel();
      throw new BadLink('too long');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toLetters(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(letters)) throw new BadLink('not base64url');
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export async function pack(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return toLetters(await through(bytes, new CompressionStream('deflate-raw'), Infinity));
}

/** Without the proof of its draws, which only those need who have the record itself. */
export function packRecord({ fair: _, ...record }: GameRecord): Promise<string> {
  return pack(record);
}

/** The text of what was packed; whether it is a record is for the engine to say. */
export async function unpackRecord(packed: string): Promise<string> {
  try {
    const bytes = await through(fromLetters(packed), new DecompressionStream('deflate-raw'), LONGEST);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink('not packed');
  }
}

/** What stands after the # of an address, with or without it. */
export function packedIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(NAME);
}

/** The tries that go along with the game. */
export function packedTriesIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(TRIES);
}

/** An address of this site that holds a game; `move`: the number of actions after which it is shown. */
export function packedPath(page: 'replay' | 'analysis', packed: string, move?: number, tries?: string): string {
  return `/${page}${move === undefined ? '' : `?move=${move}`}#${NAME}=${packed}${tries ? `&${TRIES}=${tries}` : ''}`;
}

/** The moment that an address names; null: none. */
export function moveIn(search: string): number | null {
  const move = new URLSearchParams(search).get('move');
  return move !== null && /^\d{1,6}$/.test(move) ? Number(move) : null;
}
