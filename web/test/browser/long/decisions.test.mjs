// Every kind of decision is asked by the real server and answered through the page. The record of a game that
// stands just before the decision is put into the store, so that nothing depends on what is drawn. (`bridge` is
// not among them: no rule of the sets that exist asks it.)
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { answer } from '../support/player.mjs';
import { seatedAt } from '../support/positions.mjs';
import { suite } from '../support/suite.mjs';
import { randomFrom } from '../support/tables.mjs';

const here = suite();
const RECORDS = new URL('../records/', import.meta.url);

for (const file of readdirSync(RECORDS).sort()) {
  const kind = file.replace('.json', '');
  test(`${kind} is asked and answered`, async () => {
    const record = JSON.parse(readFileSync(new URL(file, RECORDS), 'utf8'));
    const { who, kind: question } = await seatedAt(here, record, { confirm: false });
    assert.equal(question, kind);
    assert.equal(await answer(who, randomFrom(1), { eager: true }), kind);
  });
}
