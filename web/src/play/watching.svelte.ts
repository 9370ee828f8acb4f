// What is watched and not chosen: the scoring as it goes on, a place from the history, and the map of a finished
// game with those who held it.
import type { Land, Spotlight } from '../board/description';
import { featureOf, samePlace } from '../game/features';
import { heldFeatures, keptPieces, peopled, type Kept } from '../game/memory';
import type { Scene, Walker } from '../game/scoring';
import type { Show } from '../game/show.svelte';
import type { Snapshot } from '../game/snapshot';
import type { Cell, FeatureWithSegments, Place } from '../wire';

/** A tile, or a feature by one of its segments, that somebody wants to see. */
export interface Wish {
  at: Cell;
  seg?: string;
}

const WISH_LASTS = 6000;

/** By the rules: of a game that was broken off the pieces still stand where they were. */
function isOver(game: Snapshot): boolean {
  return game.position?.decision.kind === 'over';
}

/** In the colours of these players, whoever stands there. */
function claimedBy(feature: FeatureWithSegments, seats: readonly number[]): FeatureWithSegments {
  const { barns: _, ...rest } = feature;
  return { ...rest, claims: feature.claims.map((_claim, seat) => Number(seats.includes(seat))) };
}

export class Watching {
  private wish = $state.raw<(Wish & { id: number }) | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wishes = 0;
  private readonly kept: readonly Kept[] = $derived.by(() => (isOver(this.game()) ? keptPieces(this.game().history) : []));
  private readonly standing: readonly Kept[] = $derived.by(() =>
    this.show.finale ? this.kept.filter((piece) => piece.last && !this.show.paid.some((scene) => this.isIn(scene, piece))) : []);
  private readonly held: readonly FeatureWithSegments[] | null = $derived.by(() => {
    const { features, history } = this.game();
    return features && isOver(this.game()) ? heldFeatures(features, history) : features;
  });

  /** The table as it is to be seen: with those who held what once it is over. */
  readonly seen: Snapshot = $derived.by(() => {
    const game = this.game();
    if (!isOver(game)) return game;
    return { ...game, features: this.held, tiles: this.standing.length > 0 ? peopled(game, this.standing).tiles : game.tiles };
  });
  readonly memory: Land | null = $derived.by(() => {
    const pale = this.kept.filter((piece) => !this.standing.includes(piece));
    return pale.length > 0 ? peopled(this.game(), pale) : null;
  });
  readonly lit: FeatureWithSegments | null = $derived.by(() => {
    const scene = this.show.scene;
    if (scene) return this.featureOfScene(scene);
    return this.wish?.seg ? featureOf({ features: this.held }, { at: this.wish.at, seg: this.wish.seg }) : null;
  });
  readonly spotlight: Spotlight | null = $derived.by(() => {
    const scene = this.show.scene;
    if (scene?.at) return this.spotlightOf(`scene ${this.show.finale?.done ?? ''}`, scene.at, this.show.finale !== null);
    return this.wish && this.spotlightOf(`wish ${this.wish.id}`, this.wish.at, true);
  });
  /** Who walk home with what is paid: at the end of the game all who stood there. */
  readonly walkers: readonly Walker[] = $derived.by(() => {
    const scene = this.show.paying;
    if (!scene || scene.walkers.length > 0 || !this.show.finale) return scene?.walkers ?? [];
    const isFirst = this.show.paid.filter((each) => each.at && scene.at && this.isIn(each, { at: scene.at, seg: scene.seg })).length === 1;
    if (!isFirst) return [];
    return this.kept.filter((piece) => piece.last && this.isIn(scene, piece))
      .map(({ at, seg, piece, owner }) => ({ at, seg, piece, seat: owner, to: owner }));
  });
  /** Something cannot be shown without the features. */
  readonly wantsFeatures: boolean = $derived.by(() => isOver(this.game()) || this.show.scene !== null || this.wish?.seg !== undefined);

  constructor(private readonly game: () => Snapshot, private readonly show: Show) {}

  look(wish: Wish): void {
    clearTimeout(this.timer);
    this.wish = { ...wish, id: ++this.wishes };
    this.timer = setTimeout(() => (this.wish = null), WISH_LASTS);
  }

  private isIn(scene: Scene, place: Place): boolean {
    if (!scene.at) return false;
    const there = { at: scene.at, seg: scene.seg };
    const feature = featureOf({ features: this.held }, there);
    return feature ? feature.segments.some((segment) => samePlace(segment, place)) : there.seg === place.seg && String(there.at) === String(place.at);
  }

  private featureOfScene(scene: Scene): FeatureWithSegments | null {
    const feature = scene.at && scene.awards.length > 0 ? featureOf({ features: this.held }, { at: scene.at, seg: scene.seg }) : null;
    return feature && claimedBy(feature, scene.awards.map(({ seat }) => seat));
  }

  private spotlightOf(id: string, at: Cell, go: boolean): Spotlight {
    const cells = this.lit ? this.lit.segments.map((place) => place.at) : [at];
    return { id: `${id} ${this.lit ? 'whole' : ''}`, cells, framed: this.lit === null, go };
  }
}
