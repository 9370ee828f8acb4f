import type { PlayedTable } from '../game/playedTable';
import { navigate, tablePath } from '../router.svelte';

/** Whoever asks for another game goes there at once; the others find the way in their results. */
export async function playAgain(table: PlayedTable): Promise<void> {
  const next = await table.askRematch();
  if (next) navigate(tablePath(next));
}
