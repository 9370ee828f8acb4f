// How draws follow from a record's secret: docs/fair-draws.md, in this language.
import { blake2b, bytesOf } from './blake2b';

export interface FairMember {
  method: 'bastide-1' | 'bastide-2';
  commitment: string;
  seed?: string;
  secret?: string;
  table?: string;
  nonces?: (string | null)[];
  undos?: [draw: number, undos: number][];
}

export interface FairRecord {
  rules?: number;
  setup: { sets: string[]; start?: string; options?: Record<string, boolean | string> };
  fair?: FairMember;
  actions: { do: string; tile?: string }[];
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Members in the order of their names, no white space, without the players. */
function canonicalSetup({ options = {}, sets, start }: FairRecord['setup']): string {
  const sorted = Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify({ options: sorted, sets, start });
}

/** What the seed of bastide-2 is mixed from, beside the secret. */
export function seedText(record: FairRecord): string {
  const { table = '', nonces = [] } = record.fair ?? {};
  return [
    'bastide-2',
    `table ${table}`,
    `rules ${record.rules}`,
    `setup ${canonicalSetup(record.setup)}`,
    ['nonces', ...nonces.map((nonce) => nonce ?? '-')].join(' '),
  ].join('\n');
}

export const secretOf = (fair: FairMember) => (fair.method === 'bastide-1' ? fair.seed : fair.secret);

export function seedOf(record: FairRecord, secret: string): Uint8Array {
  if (record.fair?.method === 'bastide-1') return bytesOf(secret);
  return blake2b(utf8(seedText(record)), bytesOf(secret));
}

/** The number below `count` that the seed gives to a draw, each one equally likely. */
export function fairNumber(seed: Uint8Array, undos: number | null, draw: number, count: bigint): bigint {
  const bound = ((1n << 64n) / count) * count;
  for (let j = 0; ; j++) {
    const digest = blake2b(utf8(['bastide draw', ...(undos === null ? [] : [undos]), draw, j].join(' ')), seed);
    const word = new DataView(digest.buffer).getBigUint64(0, true);
    if (word < bound) return word % count;
  }
}

// Sets whose tiles are drawn from one stack, each once, nothing put back and nothing hidden; a river is a stack of
// its own before it, with the lake at its end. Of all others the program knows the rules, and this page does not.
const PLAIN_SETS = [
  'base', 'abbot', 'river', 'inns_cathedrals', 'traders_builders', 'tower', 'abbey_mayor', 'king_robber', 'cult', 'castles_bridges',
];

// castles_bridges has one tile for a river.
const isRiver = (tile: string) => tile.startsWith('river/') || tile === 'castles_bridges/RV';

/** What was drawn, stack by stack; null if this page cannot tell. */
export function stacksOf(record: FairRecord): string[][] | null {
  const { sets, start } = record.setup;
  const plain = sets.every((set) => PLAIN_SETS.includes(set.split(':')[0]!)) && (start ?? 'tile') in { tile: 1, river: 1 };
  const copies = sets.some((set) => set.startsWith('river:'));
  if (!plain || copies || record.actions.some((action) => action.do === 'token')) return null;
  const drawn = record.actions.filter((action) => action.do === 'draw').map((action) => action.tile ?? '');
  const river = drawn.filter(isRiver);
  return [river.slice(0, -1), river.slice(-1), drawn.filter((tile) => !isRiver(tile))].filter((stack) => stack.length > 0);
}

/** Whether all draws of a game in which every tile was drawn follow from its seed; the first that does not, or null. */
export function firstWrongDraw(record: FairRecord, seed: Uint8Array, stacks: readonly string[][]): number | null {
  const marks = record.fair?.undos ?? [];
  const undosAt = (draw: number) => marks.findLast(([from]) => from <= draw)?.[1] ?? 0;
  const drawn = record.actions.filter((action) => action.do === 'draw').map((action) => action.tile ?? '');
  let number = 0;
  for (const stack of stacks) {
    const left = [...stack].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    while (left.length > 0) {
      const undos = record.fair?.method === 'bastide-1' ? null : undosAt(number);
      const [due] = left.splice(Number(fairNumber(seed, undos, number, BigInt(left.length))), 1);
      if (due !== drawn[number]) return number;
      number++;
    }
  }
  return null;
}
