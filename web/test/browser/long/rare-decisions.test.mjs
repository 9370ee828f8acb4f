// Decisions that random games hardly ever lead to: the record of a game that stands just before one is put into
// the store, and the page answers it. (`bridge` is not among them: no rule of the sets that exist asks it.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answer, asked } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { randomFrom, setsTable, tableOf } from '../support/tables.mjs';

const here = suite();

for (const kind of ['order', 'castle_feature']) {
  test(`${kind} is asked and answered`, async () => {
    const record = JSON.parse(readFileSync(new URL(`../records/${kind}.json`, import.meta.url), 'utf8'));
    const { sets, options = {}, players } = record.setup;
    const who = await here.person({ confirm: false });
    await setsTable(who, sets, options, players.length);
    await here.server.kill();
    await here.server.tell(tableOf(who), record);
    await here.server.run();
    await who.page.reload();
    assert.equal(await asked(who), kind);
    assert.equal(await answer(who, randomFrom(1)), kind);
  });
}
