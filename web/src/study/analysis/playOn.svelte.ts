// Who answers in a study: by hand, unless a bot plays for somebody or chance draws. Only where a line grows: whoever
// goes back to look is left alone.
import type { Study, StudyNode } from '../study.svelte';
import { analystOf, type Analyst } from './analyst.svelte';
import { chance, outcomeAt } from './dealing';

export const BY_HAND = '';
export const BY_CHANCE = 'chance';

export class PlayOn {
  /** By seat: the bot that plays for it. */
  bots = $state<Record<number, string>>({});
  dealer = $state<typeof BY_HAND | typeof BY_CHANCE>(BY_HAND);
  busy = $state(false);
  /** The last node that was looked at: a later one is new. */
  private newest: number;

  constructor(private readonly study: Study, private readonly analyst: Analyst = analystOf(study)) {
    this.newest = study.shown?.id ?? -1;
  }

  /** Whether somebody else answers here. */
  answersAt(node: StudyNode): boolean {
    const by = this.decidesAt(node);
    return by === 'dealer' ? this.dealer === BY_CHANCE : by !== null && (this.bots[by] ?? BY_HAND) !== BY_HAND;
  }

  give(seat: number | 'dealer', bot: string): Promise<void> {
    if (seat === 'dealer') this.dealer = bot === BY_CHANCE ? BY_CHANCE : BY_HAND;
    else this.bots = { ...this.bots, [seat]: bot };
    const node = this.study.shown;
    return node && node.children.length === 0 && this.answersAt(node) ? this.answer(node) : Promise.resolve();
  }

  /** A position is seen: if it is new, whoever was named answers. */
  async seen(node: StudyNode): Promise<void> {
    const isNew = node.id > this.newest;
    this.newest = Math.max(this.newest, node.id);
    if (isNew && node.children.length === 0 && this.answersAt(node)) await this.answer(node);
  }

  /** One answer of this bot, whoever is asked. */
  async once(node: StudyNode, bot: string): Promise<void> {
    this.busy = true;
    try {
      const action = await this.analyst.choose(node, bot);
      if (action && this.study.node === node) await this.study.play(action);
    } finally {
      this.busy = false;
    }
  }

  /** The dealer draws by chance, once. */
  async deal(node: StudyNode): Promise<void> {
    const outcomes = await this.study.game.outcomes();
    const drawn = outcomeAt(outcomes, chance());
    if (drawn && this.study.node === node) await this.study.play(drawn.action);
  }

  private answer(node: StudyNode): Promise<void> {
    const by = this.decidesAt(node);
    return by === 'dealer' ? this.deal(node) : by === null ? Promise.resolve() : this.once(node, this.bots[by]!);
  }

  private decidesAt(node: StudyNode): number | 'dealer' | null {
    return node === this.study.shown ? (this.study.snapshot?.position?.decision.by ?? null) : null;
  }
}

const players = new WeakMap<Study, PlayOn>();

export function playOnOf(study: Study): PlayOn {
  let playOn = players.get(study);
  if (!playOn) players.set(study, (playOn = new PlayOn(study)));
  return playOn;
}
