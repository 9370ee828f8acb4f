// What is looked at on a map, beside what is answered there: a feature or a thing with its card, the list of answers,
// and who holds what.
import type Board from '../board/Board.svelte';
import type { BoardChoice } from '../board/description';
import type { Touched } from '../board/touched';
import type { Snapshot } from '../game/snapshot';
import { choose, type OverlayKind } from '../play/boardView.svelte';
import type { TableTools } from '../play/commands';
import { featureLookedAt, featureOfAnswer } from '../play/explained';
import type { Flow } from '../play/flow.svelte';
import type { Watching } from '../play/watching.svelte';
import { openDialog } from '../ui/dialogs.svelte';
import type { FeatureWithSegments } from '../wire';
import { tipOf } from './cardOf';
import { thingTouched, type Thing } from './things';

export class Looking {
  overlay = $state<OverlayKind>('none');
  /** The list of answers is open. */
  list = $state(false);
  /** The tools are unfolded, where they are folded. */
  tools = $state(false);
  /** The thing whose card is open. */
  told = $state.raw<Thing | null>(null);
  touched = $state.raw<Extract<BoardChoice, { do: 'look' }> | null>(null);
  private underMouse = $state.raw<Touched | null>(null);
  readonly inspected: FeatureWithSegments | null = $derived.by(() => this.touched && featureLookedAt(this.watching.seen, this.touched));
  /** The feature of an answer comes before the one that is looked at. */
  readonly pointed: FeatureWithSegments | null = $derived.by(() => featureOfAnswer(this.game(), this.flow.explained) ?? this.inspected);
  readonly tip: string = $derived.by(() => tipOf(this.underMouse && thingTouched(this.underMouse, this.game()), this.game()));

  constructor(private readonly game: () => Snapshot, private readonly flow: Flow, private readonly watching: Watching) {}

  /** A card is open. */
  get open(): boolean {
    return this.told !== null || this.inspected !== null;
  }

  choose(choice: BoardChoice): void {
    if (choice.do === 'spot') this.closeCard();
    if (choice.do === 'hover') this.underMouse = choice.touched;
    if (choice.do !== 'look') return choose(choice, this.flow);
    this.touched = choice;
    this.told = choice.touched && thingTouched(choice.touched, this.game());
  }

  toggleOverlay(kind: 'fields' | 'all'): void {
    this.overlay = this.overlay === kind ? 'none' : kind;
  }

  closeCard(): void {
    this.touched = this.told = null;
  }

  /** All that was opened; false if nothing was. */
  close(): boolean {
    const any = this.touched !== null || this.told !== null || this.list || this.tools;
    this.closeCard();
    this.list = this.tools = false;
    return any;
  }

  /** What keys do. */
  toolsOf(board: () => Board | undefined): TableTools {
    return {
      toggleOverlay: (kind) => this.toggleOverlay(kind),
      toggleList: () => (this.list = !this.list),
      zoomBy: (factor) => board()?.zoomBy(factor),
      panBy: (dx, dy) => board()?.panBy(dx, dy),
      fit: () => board()?.fit(),
      help: () => openDialog('help'),
      showCard: () => undefined,
      closeCard: () => this.close(),
    };
  }
}
