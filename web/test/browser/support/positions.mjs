// Games that stand where a record ends.
import { asked } from './player.mjs';
import { setsTable, tableOf } from './tables.mjs';

/** Somebody at every seat of it, and what they are asked. */
export async function seatedAt(here, record, options = {}) {
  const who = await here.person(options);
  const { sets, options: rules, players } = record.setup;
  await setsTable(who, sets, rules, players.length);
  await here.server.kill();
  await here.server.tell(tableOf(who), record);
  await here.server.run();
  await who.page.reload();
  return { who, kind: await asked(who) };
}
