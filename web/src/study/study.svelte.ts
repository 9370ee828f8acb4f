// A game that is looked at and not played: a tree of actions with one's own tries beside the game's moves, and the
// place in it where one stands. The page asks the engine for whatever is seen there.
import type { Hint, Spotlight } from '../board/description';
import type { Snapshot } from '../game/snapshot';
import type { GameRecord, Moment, RemoteEngine, RemoteGame, Setup } from '../engine';
import type { Action, Assist, Cell, Entry, SeatView } from '../wire';
import { sameAction } from '../game/pending';
import { snapshotAt, viewOf } from './snapshotAt';
import { timelineOf, type Timeline } from './timeline';

/** What is told beside the map. */
export const STUDY_TABS = ['moves', 'engine', 'review', 'left'] as const;
export type StudyTab = (typeof STUDY_TABS)[number];

export interface StudyNode {
  readonly id: number;
  readonly parent: StudyNode | null;
  /** What led here; null at the root alone. */
  readonly action: Action | null;
  /** What came of it: events and scores. */
  readonly entry: Entry | null;
  /** Actions so far. */
  readonly depth: number;
  /** Part of the game as it was played, not of a try. */
  readonly played: boolean;
  /** The first goes on with the line, the others are variations. */
  children: StudyNode[];
}

/** From the root to this one. */
export function wayTo(node: StudyNode): StudyNode[] {
  const nodes: StudyNode[] = [];
  for (let at: StudyNode | null = node; at; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

export const actionsTo = (node: StudyNode): Action[] => wayTo(node).flatMap(({ action }) => action ?? []);
const entriesTo = (node: StudyNode): Entry[] => wayTo(node).flatMap(({ entry }) => entry ?? []);

/** What is known of a game beyond its record. */
export interface Origin {
  /** As they sat at their table, with colours and bots. */
  seats?: readonly SeatView[];
  /** The table, where it has one. */
  id?: string;
  /** While several people are playing it: the help that they agreed on. No more than that is told here. */
  help?: Assist;
}

export class Study {
  readonly root: StudyNode;
  /** Where one stands. */
  node = $state.raw<StudyNode>(null!);
  /** What is seen there: of the last place that the engine has told of. */
  snapshot = $state.raw<Snapshot | null>(null);
  /** The node of that. */
  shown = $state.raw<StudyNode | null>(null);
  tab = $state<StudyTab>('moves');
  /** Answers may be tried on the map: otherwise it is only looked at. */
  trying = $state(false);
  /** One is asked to find an answer: on a small screen the way through time makes room. */
  asking = $state(false);
  /** What lies on the map of an engine's opinion: the panel that is open says so, and takes it away again. */
  hints = $state.raw<readonly Hint[]>([]);
  /** Where the camera goes, of its own accord: set and taken away like the hints. */
  sight = $state.raw<Spotlight | null>(null);
  /** By seat, pairs of an action's index and the chance of winning, for the chart: the review knows them. */
  chances = $state.raw<readonly (readonly (readonly [index: number, chance: number])[])[] | null>(null);
  /** An open square that is looked at. */
  cell = $state.raw<Cell | null>(null);
  /** Another number: the tree has another shape. */
  shape = $state(0);
  /** The engine answers no more. */
  stopped = $state(false);
  /** Why the last try was refused. */
  refusal = $state<string | null>(null);
  private nodes = 0;
  /** The end of the line that one is on: where stepping forward leads. */
  private tip = $state.raw<StudyNode>(null!);

  private readonly track: readonly StudyNode[] = $derived.by(() => {
    void this.shape;
    return wayTo(this.tip);
  });
  /** The present line, to its end. */
  readonly timeline: Timeline = $derived.by(() => timelineOf(this.track, this.setup.players.length));
  /** The same with all that happened in it, as if it were played to its end. */
  readonly story: Snapshot = $derived.by(() => ({
    view: viewOf(this.record, true, this.origin), you: { seats: [], host: false }, seq: this.track.length - 1, position: null,
    tiles: new Map(), options: [], history: this.track.flatMap(({ entry }) => entry ?? []), features: null, clocks: null,
  }));

  private constructor(
    readonly game: RemoteGame, readonly record: GameRecord, entries: readonly Entry[], readonly origin: Origin,
  ) {
    this.root = this.make(null, null, true);
    let at = this.root;
    for (const entry of entries) at = this.append(at, entry, true);
    this.node = this.tip = at;
  }

  /** Rejects with an EngineError where the record does not play. */
  static async open(engine: RemoteEngine, record: GameRecord | string, at?: number, origin: Origin = {}): Promise<Study> {
    const game = await engine.open(record);
    const [entries, whole] = await Promise.all([game.entries(), game.record()]);
    const study = new Study(game, whole, entries, origin);
    await study.go(at === undefined ? study.tip : study.onLine(at));
    return study;
  }

  /** The engine has no part in a game that people are playing. */
  get tabs(): readonly StudyTab[] {
    const { help } = this.origin;
    return help === undefined ? STUDY_TABS : STUDY_TABS.filter((tab) => tab === 'moves' || (tab === 'left' && help !== 'table'));
  }

  get setup(): Setup {
    return this.game.setup;
  }

  /** Whether there is anything beside the game. */
  get hasTries(): boolean {
    void this.shape;
    for (let at: StudyNode | undefined = this.root; at; at = at.children[0])
      if (at.children.some((child) => !child.played)) return true;
    return false;
  }

  /** The game as it was played. */
  played(): StudyNode[] {
    const nodes: StudyNode[] = [];
    for (let at = this.root.children.find((child) => child.played); at; at = at.children.find((child) => child.played)) nodes.push(at);
    return nodes;
  }

  /** From the root through where one stands to the end of that line. */
  line(): readonly StudyNode[] {
    return this.track;
  }

  /** The node of the present line at this number of actions. */
  onLine(depth: number): StudyNode {
    const line = this.line();
    return line[Math.max(0, Math.min(depth, line.length - 1))]!;
  }

  /** Shows this node. Who goes on before it is shown sees the later one alone. */
  async go(node: StudyNode): Promise<void> {
    this.node = node;
    if (!this.line().includes(node)) this.tip = this.endBelow(node);
    try {
      const moment = await this.game.at(actionsTo(node));
      if (this.node === node) this.see(node, moment);
    } catch (error) {
      // What has been played once can be played again: the engine itself has gone.
      this.stopped = true;
      console.warn(error);
    }
  }

  step(by: number): Promise<void> {
    return this.go(this.onLine(this.node.depth + by));
  }

  /** One answer more, from here: along the line where it is the same, else as a try beside it. */
  async play(action: Action): Promise<void> {
    this.refusal = null;
    const from = this.node;
    const known = from.children.find((child) => child.action && sameAction(child.action, action));
    if (known) return this.go(known);
    // Asked for in one breath, so that nobody who goes elsewhere meanwhile comes between the two.
    const [, { entry, moment }] = await Promise.all([this.game.at(actionsTo(from)), this.game.apply(action)]);
    const next = this.append(from, entry, false);
    this.shape += 1;
    this.node = this.tip = next;
    this.see(next, moment);
  }

  /** A try that grows beside what is seen, which stays. */
  async graft(from: StudyNode, action: Action): Promise<StudyNode> {
    const known = from.children.find((child) => child.action && sameAction(child.action, action));
    if (known) return known;
    const [, { entry }] = await Promise.all([this.game.at(actionsTo(from)), this.game.apply(action)]);
    this.shape += 1;
    return this.append(from, entry, false);
  }

  /** A variation, with all below it; the game itself stays. */
  remove(node: StudyNode): void {
    if (node.played || !node.parent) return;
    const parent = node.parent;
    parent.children = parent.children.filter((child) => child !== node);
    this.shape += 1;
    const line = this.line();
    if (line.includes(node)) {
      this.tip = this.endBelow(parent);
      if (this.node.depth > parent.depth) void this.go(parent);
    }
  }

  /** Before the other tries from the same place; the game itself stays first. */
  promote(node: StudyNode): void {
    const parent = node.parent;
    if (node.played || !parent) return;
    const others = parent.children.filter((child) => child !== node);
    const played = others.filter((child) => child.played);
    parent.children = [...played, node, ...others.filter((child) => !child.played)];
    this.shape += 1;
  }

  /** The record up to where one stands, tries included. */
  recordHere(): GameRecord {
    return { ...this.record, actions: actionsTo(this.node) };
  }

  /** What goes on for this study ends with it. */
  readonly closing = new AbortController();

  close(): void {
    this.closing.abort();
    this.game.close();
  }

  private endBelow(node: StudyNode): StudyNode {
    let at = node;
    while (at.children[0]) at = at.children[0];
    return at;
  }

  private see(node: StudyNode, moment: Moment): void {
    this.shown = node;
    this.snapshot = snapshotAt(this.record, moment, entriesTo(node), this.origin, this.snapshot);
  }

  private append(parent: StudyNode, entry: Entry, played: boolean): StudyNode {
    const node = this.make(parent, entry, played);
    parent.children.push(node);
    return node;
  }

  private make(parent: StudyNode | null, entry: Entry | null, played: boolean): StudyNode {
    return {
      id: this.nodes++, parent, action: entry?.action ?? null, entry, depth: parent ? parent.depth + 1 : 0, played, children: [],
    };
  }
}
