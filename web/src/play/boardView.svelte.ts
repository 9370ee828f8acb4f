// A game in play as the board sees it, and what the board's answers mean to it.
import type {
  BoardChoice, BoardChoices, BoardDescription, FeatureLayer, Frame, Hint, Land, Reach, Spotlight, Square,
} from '../board/description';
import type { Margins } from '../board/camera';
import { featureOf } from '../game/features';
import { lastTiles } from '../game/lastMoves';
import type { Snapshot } from '../game/snapshot';
import type { FeatureWithSegments } from '../wire';
import type { Flow } from './flow.svelte';
import { reachNow } from './reach';

export type OverlayKind = 'none' | 'fields' | 'all';

export interface Looks {
  overlay: OverlayKind;
  /** The feature that is looked at. */
  inspected: FeatureWithSegments | null;
  /** A feature that is scored or looked for. */
  lit: FeatureWithSegments | null;
  spotlight: Spotlight | null;
  memory: Land | null;
  /** What an adviser says about the map. */
  hints?: readonly Hint[];
  /** What the thing under the mouse is. */
  tip: string;
  margins: Margins;
}

const NO_HINTS: readonly Hint[] = [];

/** Each part is made anew only when what it is made of has changed: a hand that moves draws no land again. */
export class BoardView {
  private readonly land: Land = $derived.by(() => {
    const { tiles, position, view } = this.game();
    return { tiles, position, plainCount: view.setup.start === 'count_plain' };
  });
  private readonly frames: readonly Frame[] = $derived.by(() => lastTiles(this.game()));
  private readonly layers: readonly FeatureLayer[] = $derived.by(() => layersOf(this.game(), this.flow, this.looks()));
  private readonly choices: BoardChoices | null = $derived.by(() => choicesOf(this.flow));
  private readonly reach: Reach | null = $derived.by(() => reachNow(this.game(), this.flow));
  readonly board: BoardDescription = $derived.by(() => ({
    seq: this.game().seq,
    land: this.land,
    choices: this.choices,
    layers: this.layers,
    frames: this.frames,
    reach: this.reach,
    spotlight: this.looks().spotlight,
    memory: this.looks().memory,
    hints: this.looks().hints ?? NO_HINTS,
    tip: this.looks().tip,
    margins: this.looks().margins,
  }));

  constructor(private readonly game: () => Snapshot, private readonly flow: Flow, private readonly looks: () => Looks) {}
}

function choicesOf(flow: Flow): BoardChoices | null {
  if (!flow.asked) return null;
  // An abbey looks alike in every hole: it is shown in all of them.
  const inHoles = flow.kind === 'abbey';
  const squares = flow.menu.placements.map((placement): Square => {
    const { at, turns: [first] } = placement;
    if (inHoles && first) return { at, picture: { tile: first.action.tile, at, rot: first.rot, ways: 1 } };
    return { at, otherwise: flow.isOtherwise(placement) };
  });
  return {
    seat: flow.seat ?? 0, squares, ghost: flow.ghost, preview: flow.preview, spots: flow.spots, tiles: flow.tiles,
    marked: flow.held ? (flow.spots[0]?.key ?? null) : flow.marked, hand: flow.hand, waits: flow.held !== null,
  };
}

function layersOf(game: Snapshot, flow: Flow, { overlay, inspected, lit }: Looks): FeatureLayer[] {
  const features = game.features ?? [];
  const isClaimed = (feature: FeatureWithSegments) => feature.claims.some((claim) => claim > 0) || (feature.barns?.length ?? 0) > 0;
  const claimed = overlay === 'none' ? [] : features.filter((each) => isClaimed(each) && (overlay === 'all' || each.kind === 'field'));
  // Answers that name a feature show all of it.
  const offered = [...new Set(flow.offeredFeatures.flatMap((place) => featureOf(game, place) ?? []))];
  return [
    { features: claimed, labels: true, outlined: false },
    { features: offered, labels: true, outlined: true },
    { features: inspected ? [inspected] : [], labels: false, outlined: true },
    { features: lit ? [lit] : [], labels: false, outlined: true, lit: true },
  ];
}

/** Looking at a feature is the page's matter; all other choices go to the answer that is being made. */
export function choose(choice: Exclude<BoardChoice, { do: 'look' }>, flow: Flow): void {
  switch (choice.do) {
    case 'square':
      return flow.tapCell(choice.at);
    case 'spot': {
      const spot = flow.spots.find((each) => each.key === choice.key);
      return spot && flow.tapSpot(spot, choice.seen);
    }
    case 'tile':
      return flow.tapTile(choice.at);
    case 'rotate':
      return flow.rotate(choice.step);
    case 'confirm':
      return flow.confirm();
    case 'ground':
      return;
    case 'hover':
      flow.hovered = choice.at;
      flow.pointed = choice.spot;
  }
}
