import type { TableStore } from '../game/table.svelte';
import { navigate, tablePath } from '../router.svelte';

/** Whoever asks for another game goes there at once; the others find the way in their results. */
export async function playAgain(table: TableStore): Promise<void> {
  const next = await table.askRematch();
  if (next) navigate(tablePath(next));
}
