// BLAKE2b (RFC 7693) with a digest of 32 bytes, with or without a key. It hashes a few short texts a game: 64-bit
// numbers as the language has them are fast enough, and plain to read.
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
  '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const MASK = (1n << 64n) - 1n;
const BLOCK = 128;

const turned = (word: bigint, bits: bigint) => (word >> bits) | ((word << (64n - bits)) & MASK);

function mix(v: bigint[], a: number, b: number, c: number, d: number, x: bigint, y: bigint): void {
  v[a] = (v[a]! + v[b]! + x) & MASK;
  v[d] = turned(v[d]! ^ v[a]!, 32n);
  v[c] = (v[c]! + v[d]!) & MASK;
  v[b] = turned(v[b]! ^ v[c]!, 24n);
  v[a] = (v[a]! + v[b]! + y) & MASK;
  v[d] = turned(v[d]! ^ v[a]!, 16n);
  v[c] = (v[c]! + v[d]!) & MASK;
  v[b] = turned(v[b]! ^ v[c]!, 63n);
}

function compress(state: bigint[], block: DataView, bytesSoFar: number, last: boolean): void {
  const words = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  const v = [...state, ...IV];
  v[12] = v[12]! ^ BigInt(bytesSoFar);
  if (last) v[14] = v[14]! ^ MASK;
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10]!;
    const word = (i: number) => words[order[i]!]!;
    for (let i = 0; i < 4; i++) mix(v, i, 4 + i, 8 + i, 12 + i, word(2 * i), word(2 * i + 1));
    for (let i = 0; i < 4; i++)
      mix(v, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), word(8 + 2 * i), word(9 + 2 * i));
  }
  for (let i = 0; i < 8; i++) state[i] = state[i]! ^ v[i]! ^ v[i + 8]!;
}

export function blake2b(data: Uint8Array, key: Uint8Array = new Uint8Array()): Uint8Array {
  const padded = new Uint8Array(key.length > 0 ? BLOCK + data.length : data.length);
  padded.set(key);
  padded.set(data, padded.length - data.length);
  const state = [...IV];
  state[0] = state[0]! ^ BigInt(0x01010000 ^ (key.length << 8) ^ 32);
  const blocks = Math.max(1, Math.ceil(padded.length / BLOCK));
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(BLOCK);
    block.set(padded.subarray(i * BLOCK, (i + 1) * BLOCK));
    compress(state, new DataView(block.buffer), Math.min(padded.length, (i + 1) * BLOCK), i === blocks - 1);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i++) digest.setBigUint64(8 * i, state[i]!, true);
  return new Uint8Array(digest.buffer);
}

export const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const isDigest = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

export const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
