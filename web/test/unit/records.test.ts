import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../../src/engine';
import { BadLink, moveIn, packedIn, packedPath, packRecord, unpackRecord } from '../../src/study/link';
import { recordsIn, textOf, UnreadableFile } from '../../src/study/records';

const RECORD: GameRecord = {
  bastide: 1, rules: 2, setup: { sets: ['base', 'river'], players: [{ name: 'Ada "}{" \\' }, { name: 'Зоя' }] },
  actions: [{ by: 'dealer', do: 'draw', tile: 'base/P' }, { by: 0, do: 'place', tile: 'base/P', at: [0, 1], rot: 270 }],
};
const TEXT = JSON.stringify(RECORD);

function why(text: string): [string, number] {
  try {
    recordsIn(text);
  } catch (error) {
    if (error instanceof UnreadableFile) return [error.why, error.record];
  }
  return ['none', 0];
}

describe('records in a text', () => {
  it('finds one, on as many lines as it likes', () => {
    const [found, ...others] = recordsIn(`\uFEFF ${JSON.stringify(RECORD, null, 2)}\n\n`);
    expect(others).toEqual([]);
    expect(JSON.parse(found!.text)).toEqual(RECORD);
    expect(found).toMatchObject({ players: ['Ada "}{" \\', 'Зоя'], sets: ['base', 'river'], actions: 2, cut: false });
  });

  it('leaves names that are no text to the engine', () => {
    const odd = [{ name: { toString: 1 } }, { name: [['a']] }, null, 'b', { name: 'c' }];
    const [found] = recordsIn(JSON.stringify({ ...RECORD, setup: { sets: [{ toString: 1 }, 'base'], players: odd } }));
    expect(found).toMatchObject({ players: ['', '', '', '', 'c'], sets: ['', 'base'] });
  });

  it('finds several after one another', () => {
    expect(recordsIn(`${TEXT}\n${TEXT}${TEXT}`).map((each) => each.text)).toEqual([TEXT, TEXT, TEXT]);
  });

  it('saves what there is of a record that was cut off within its actions', () => {
    const [found] = recordsIn(TEXT.slice(0, -20));
    expect(found).toMatchObject({ actions: 1, cut: true });
    expect((JSON.parse(found!.text) as GameRecord).actions).toEqual(RECORD.actions.slice(0, 1));
  });

  it('says what is wrong, and with which of them', () => {
    expect(why(' \n')).toEqual(['empty', 1]);
    expect(why('a\0b')).toEqual(['binary', 1]);
    expect(why('hello')).toEqual(['not_json', 1]);
    expect(why('<!doctype html>')).toEqual(['not_json', 1]);
    expect(why('[1, 2]')).toEqual(['not_json', 1]);
    expect(why('{"bastide": 1, "setup"')).toEqual(['not_json', 1]);
    expect(why(`${TEXT}\n{"a":`)).toEqual(['not_json', 2]);
    expect(why(`${TEXT}\n{"a": 1}`)).toEqual(['no_record', 2]);
    expect(why('{"setup": null, "actions": []}')).toEqual(['no_record', 1]);
    expect(why(`{"setup": {}, "actions": [${'['.repeat(100_000)}`)).toEqual(['not_json', 1]);
  });

  it('takes odd players and sets for the engine to judge', () => {
    expect(recordsIn('{"setup": {"players": [null, 3], "sets": 7}, "actions": []}')[0]).toMatchObject({ players: ['', ''], sets: [], actions: 0 });
  });

  it('reads files that are text, and not too large', async () => {
    await expect(textOf(new Blob([TEXT]))).resolves.toBe(TEXT);
    await expect(textOf(new Blob([new Uint8Array([0x89, 0x50, 0xff, 0xfe])]))).rejects.toMatchObject({ why: 'binary' });
    await expect(textOf({ size: 64_000_001 } as Blob)).rejects.toMatchObject({ why: 'large' });
  });
});

describe('a link that holds a game', () => {
  it('comes back as it went, without its proof', async () => {
    const packed = await packRecord({ ...RECORD, fair: { secret: 'x' } });
    expect(packed).toMatch(/^[\w-]+$/);
    expect(JSON.parse(await unpackRecord(packed))).toEqual(RECORD);
  });

  it('is found in an address, with the moment', () => {
    const { hash, search } = new URL(packedPath('replay', 'a-_b', 12), 'http://x');
    expect([packedIn(hash), moveIn(search)]).toEqual(['a-_b', 12]);
    expect([packedIn(''), packedIn('#x=1'), moveIn('?move=-1'), moveIn('?move=1e9'), moveIn('')]).toEqual([null, null, null, null, null]);
  });

  it('is refused when it is damaged', async () => {
    const packed = await packRecord(RECORD);
    for (const bad of ['', '!', packed.slice(0, -9), `${packed.slice(0, 20)}A${packed.slice(21)}`, 'AAAA', 'a'.repeat(1001)])
      await expect(unpackRecord(bad).then(JSON.parse)).rejects.toThrow();
    await expect(unpackRecord('%%%')).rejects.toBeInstanceOf(BadLink);
  });

  it('does not unpack without end', async () => {
    const stream = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const packed = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    await expect(unpackRecord(packed)).rejects.toBeInstanceOf(BadLink);
  });
});
