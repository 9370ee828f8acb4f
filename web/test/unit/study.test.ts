import { beforeEach, describe, expect, it } from 'vitest';
import type { GameRecord, Moment, RemoteEngine, RemoteGame } from '../../src/engine';
import type { TimeCommand } from '../../src/study/keys';
import { Playback } from '../../src/study/playback.svelte';
import { actionsTo, Study } from '../../src/study/study.svelte';
import { timelineOf, turnAt, turnFrom } from '../../src/study/timeline';
import type { Action, Entry, GameEvent } from '../../src/wire';
import { stateOf } from './samples';

const bid = (points: number): Action => ({ by: points % 2, do: 'bid', points });
const RECORD: GameRecord = { bastide: 1, setup: { sets: ['base'], players: [{ name: 'Ada' }, { name: 'Boris' }] }, actions: [1, 2, 3, 4].map(bid) };

/** Two actions are a turn; every bid is scored at once. */
function entryOf(action: Action, seq: number, scores: number[]): Entry {
  const player = seq % 2;
  const points = action.do === 'bid' ? action.points : 0;
  const events: GameEvent[] = [
    ...(seq === 0 ? [{ event: 'turn', player: 0, turn: 1 } as GameEvent] : []),
    { event: 'score', player, points, for: 'auction', parts: [] } as GameEvent,
    ...(seq % 2 === 1 ? [{ event: 'turn', player: 1, turn: (seq + 3) / 2 } as GameEvent] : []),
  ];
  scores[player]! += points;
  return { seq, action, events, scores: [...scores] };
}

/** Answers after a while, in the order in which it was asked. */
class FakeGame implements Partial<RemoteGame> {
  readonly setup = RECORD.setup;
  readonly rules = 3;
  line: Action[] = [...RECORD.actions];
  asked: string[] = [];

  private moment(): Moment {
    return { seq: this.line.length, state: stateOf({ decision: { kind: 'bid', by: this.line.length % 2 } }), options: [bid(9)], features: [] };
  }
  private all(): Entry[] {
    const scores = [0, 0];
    return this.line.map((action, seq) => entryOf(action, seq, scores));
  }
  at(line: readonly Action[]): Promise<Moment> {
    this.asked.push(`at ${line.length}`);
    this.line = [...line];
    const moment = this.moment();
    return new Promise((done) => setTimeout(() => done(moment)));
  }
  entries(): Promise<Entry[]> {
    return Promise.resolve(this.all());
  }
  apply(action: Action): Promise<{ entry: Entry; moment: Moment }> {
    this.asked.push('apply');
    if (action.do === 'bid' && action.points > 90) return Promise.reject(new Error('illegal'));
    this.line.push(action);
    const answer = { entry: this.all().at(-1)!, moment: this.moment() };
    return new Promise((done) => setTimeout(() => done(answer)));
  }
  record(): Promise<GameRecord> {
    return Promise.resolve({ ...RECORD, rules: this.rules });
  }
  close(): void {}
}

let game: FakeGame;
let study: Study;
beforeEach(async () => {
  game = new FakeGame();
  study = await Study.open({ open: () => Promise.resolve(game) } as unknown as RemoteEngine, RECORD, 1);
});

describe('a study', () => {
  it('stands where it was opened, and knows the whole line', () => {
    expect(study.node.depth).toBe(1);
    expect(study.snapshot?.seq).toBe(1);
    expect(study.snapshot?.history).toHaveLength(1);
    expect(study.story.history).toHaveLength(4);
    expect(study.line().map((node) => node.depth)).toEqual([0, 1, 2, 3, 4]);
    expect(study.line().every((node) => node.played)).toBe(true);
  });

  it('steps within the line, and no further', async () => {
    await study.step(2);
    expect(study.snapshot?.seq).toBe(3);
    await study.step(9);
    expect(study.node.depth).toBe(4);
    await study.step(-9);
    expect(study.node).toBe(study.root);
  });

  it('shows the last of several places that were asked for at once', async () => {
    await Promise.all([study.go(study.onLine(4)), study.go(study.onLine(2)), study.go(study.onLine(3))]);
    expect(study.snapshot?.seq).toBe(3);
    expect(study.shown).toBe(study.onLine(3));
  });

  it('follows the game where the same is answered, and else begins a try beside it', async () => {
    await study.play(bid(2));
    expect([study.node.depth, study.node.played, study.line().length]).toEqual([2, true, 5]);
    await study.play(bid(7));
    expect([study.node.depth, study.node.played, study.line().length]).toEqual([3, false, 4]);
    expect(actionsTo(study.node)).toEqual([1, 2, 7].map(bid));
    expect(study.recordHere().actions).toEqual([1, 2, 7].map(bid));
    expect(study.record.actions).toEqual(RECORD.actions);
    expect(study.story.history.map(({ scores }) => scores)).toEqual([[1, 0], [1, 2], [8, 2]]);
  });

  it('asks for a place and the answer there in one breath', async () => {
    game.asked = [];
    await Promise.all([study.play(bid(7)), study.go(study.root)]);
    expect(game.asked).toEqual(['at 1', 'apply', 'at 0']);
  });

  it('comes back from a try to the line of the game', async () => {
    await study.play(bid(7));
    await study.go(study.root.children[0]!.children[0]!);
    expect(study.line().map((node) => node.played)).toEqual([true, true, true, true, true]);
    expect(study.root.children[0]!.children).toHaveLength(2);
  });

  it('takes a try away, but nothing of the game', async () => {
    await study.play(bid(7));
    const tried = study.node;
    study.remove(study.root.children[0]!);
    expect(study.root.children).toHaveLength(1);
    study.remove(tried);
    expect(study.node).toBe(tried.parent);
    expect(study.line()).toHaveLength(5);
  });

  it('stays where it is after a refusal', async () => {
    await expect(study.play(bid(99))).rejects.toThrow('illegal');
    expect([study.node.depth, study.line().length]).toEqual([1, 5]);
  });
});

describe('time', () => {
  it('knows where turns begin, and the way from one to the next', () => {
    const line = timelineOf(study.line(), 2);
    expect(line.turns).toEqual([{ turn: 1, seat: 0, depth: 0 }, { turn: 2, seat: 1, depth: 2 }, { turn: 3, seat: 1, depth: 4 }]);
    expect([0, 1, 2, 3].map((depth) => turnAt(line, depth)?.turn)).toEqual([1, 1, 2, 2]);
    expect([0, 1, 2, 3, 4].map((depth) => turnFrom(line, depth, 1))).toEqual([2, 2, 4, 4, 4]);
    expect([0, 1, 2, 3, 4].map((depth) => turnFrom(line, depth, -1))).toEqual([0, 0, 0, 2, 2]);
  });

  it('has the score after each action, and marks what was much', () => {
    const line = timelineOf(study.line(), 2);
    expect(line.scores).toEqual([[0, 1, 1, 4, 4], [0, 0, 2, 2, 6]]);
    expect(line.marks.map(({ depth, seat, points }) => [depth, seat, points])).toEqual([[4, 1, 4]]);
  });
});

describe('the way through time', () => {
  it('goes where it is told, by turns and by actions, and no longer by itself', () => {
    const playback = new Playback(study, { scene: null, paying: null, finale: null });
    const after = (command: TimeCommand) => {
      playback.obey(command);
      return study.node.depth;
    };
    expect(after({ do: 'last' })).toBe(4);
    expect(after({ do: 'turn', by: -1 })).toBe(2);
    expect(after({ do: 'step', by: -1 })).toBe(1);
    expect(after({ do: 'turn', by: 1 })).toBe(2);
    expect(after({ do: 'first' })).toBe(0);
    expect(after({ do: 'step', by: -1 })).toBe(0);
    playback.obey({ do: 'play' });
    expect(playback.playing).toBe(true);
    expect(after({ do: 'step', by: 1 })).toBe(2);
    expect(playback.playing).toBe(false);
  });
});
