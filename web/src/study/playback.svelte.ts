// The way along a line of a study: by hand, or by itself, one action after the other, each as long as it takes to see it.
import type { Show } from '../game/show.svelte';
import type { TimeCommand } from './keys';
import type { Study, StudyNode } from './study.svelte';
import { turnFrom } from './timeline';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

// Milliseconds at the plain speed.
const PAUSES = { draw: 550, place: 900, pass: 150, other: 750 };
const LOOK_AGAIN = 80;

function pauseAfter({ action }: StudyNode): number {
  const kind = action?.do ?? 'other';
  return kind in PAUSES ? PAUSES[kind as keyof typeof PAUSES] : PAUSES.other;
}

export class Playback {
  playing = $state(false);
  speed = $state<Speed>(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly study: Study, private readonly show: Pick<Show, 'scene' | 'paying' | 'finale'>) {}

  toggle(): void {
    if (this.playing) this.stop();
    else this.start();
  }

  /** From the end it begins again. */
  start(): void {
    this.playing = true;
    if (this.atEnd) void this.study.go(this.study.root).then(() => this.wait(PAUSES.place));
    else void this.next();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Whoever goes somewhere wants to stay there. */
  async jump(depth: number): Promise<void> {
    this.stop();
    await this.study.go(this.study.onLine(depth));
  }

  obey(command: TimeCommand): void {
    const { timeline, node: { depth } } = this.study;
    switch (command.do) {
      case 'play':
        return this.toggle();
      case 'first':
        return void this.jump(0);
      case 'last':
        return void this.jump(timeline.length);
      case 'step':
        return void this.jump(depth + command.by);
      case 'turn':
        return void this.jump(turnFrom(timeline, depth, command.by));
    }
  }

  private get atEnd(): boolean {
    return this.study.node === this.study.line().at(-1);
  }

  private async next(): Promise<void> {
    if (!this.playing) return;
    // Points and pieces that are on their way arrive first.
    if (this.show.scene || this.show.paying || this.show.finale) return this.wait(LOOK_AGAIN * this.speed);
    await this.study.step(1);
    if (this.atEnd) this.stop();
    else this.wait(pauseAfter(this.study.node));
  }

  private wait(pause: number): void {
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => void this.next(), pause / this.speed);
  }
}
