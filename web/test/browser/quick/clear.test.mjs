// At five window sizes nothing that can be chosen lies under anything, or is smaller than a finger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClear, WINDOWS } from '../support/clear.mjs';
import { answer, asked } from '../support/player.mjs';
import { suite } from '../support/suite.mjs';
import { botTable, randomFrom } from '../support/tables.mjs';

const here = suite();
const DECISIONS = 10;

for (const [screen, size] of Object.entries(WINDOWS))
  test(`all answers can be touched, ${size.width} by ${size.height}`, async () => {
    const who = await here.person({ screen });
    await botTable(who);
    const random = randomFrom(21);
    for (let n = 0; n < DECISIONS; ++n) {
      const kind = await asked(who);
      const { hidden } = await assertClear(who, `${kind}, decision ${n}`);
      assert.equal(hidden, 0, 'a small map is seen whole');
      await answer(who, random);
    }
  });
