// The address of the page follows where one stands, so that a reload and a copied address come back to it.
import { replayPath } from '../router.svelte';
import { pack, packedPath, packRecord } from './link';
import { wayTo, type Study } from './study.svelte';
import { triesBeside } from './tries';

/** Browsers allow only so many changes of an address in a while. */
const SETTLED = 300;
/** Letters of an address beyond which it is left alone. */
const LONGEST = 60_000;

export class Address {
  /** The game that the address holds. */
  packed: string | null = null;

  constructor(private readonly page: 'replay' | 'analysis', private readonly study: () => Study | null) {}

  /** An effect: once one has stood somewhere for a moment. */
  keep(): (() => void) | undefined {
    const study = this.study();
    if (!study) return undefined;
    const { node } = study;
    void study.shape;
    // A browser that cannot pack keeps its address as it is.
    const timer = setTimeout(() => void this.write(study, node.depth).catch(() => undefined), SETTLED);
    return () => clearTimeout(timer);
  }

  clear(): void {
    this.packed = null;
    history.replaceState(history.state, '', `/${this.page}`);
  }

  private async write(study: Study, depth: number): Promise<void> {
    const { node, origin, record } = study;
    const played = wayTo(node).findLast((each) => each.played)?.depth ?? 0;
    if (origin.id) return this.show(replayPath(origin.id, played));
    // What is made up here goes along with its tries.
    const own = this.page === 'analysis' || record.actions.length === 0;
    const line = own ? wayTo(node) : [study.root, ...study.played()];
    const tries = triesBeside(line);
    const [packed, beside] = await Promise.all([packRecord(own ? study.recordHere() : record), tries.length > 0 ? pack(tries) : '']);
    if (this.study() !== study || study.node.depth !== depth || packed.length > LONGEST) return;
    this.packed = packed;
    this.show(packedPath(this.page, packed, own ? undefined : played, packed.length + beside.length > LONGEST ? '' : beside));
  }

  private show(path: string): void {
    if (path !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', path);
  }
}
