// Every kind of decision is answered at least once through the page. Games of random answers are sped up by a
// second client of the same person, which leaves to the page what it has not yet answered. What random answers
// hardly ever lead to is in rare-decisions.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, asked } from '../support/player.mjs';
import { speeder } from '../support/speeder.mjs';
import { suite } from '../support/suite.mjs';
import { randomFrom, setsTable, tableOf } from '../support/tables.mjs';

const here = suite();
const MOST_GAMES = 6;

// What each mixture is here for.
const GAMES = [
  { sets: ['base'], wanted: ['place', 'meeple'] },
  { sets: ['base', 'princess_dragon'], wanted: ['princess', 'dragon'] },
  { sets: ['base', 'count'], wanted: ['deploy', 'move_count', 'redeploy'] },
  { sets: ['base', 'count'], prefer: { quarter: 'market' }, wanted: ['market_to_field'] },
  { sets: ['base', 'bridges_castles_bazaars'], prefer: { do: 'castle' }, wanted: ['auction', 'bid', 'close_auction', 'castle'] },
  { sets: ['base', 'bridges_castles_bazaars'], options: { bazaar_auction: false }, wanted: ['take'] },
  { sets: ['base', 'castles_bridges'], wanted: ['build'] },
  { sets: ['wheel'], wanted: ['plague'] },
];

for (const { sets, options = {}, prefer = {}, wanted } of GAMES) {
  test(`${sets.join(', ')}: ${wanted.join(', ')}`, async () => {
    const who = await here.person({ confirm: false });
    const answered = new Set();
    const missing = () => wanted.filter((kind) => !answered.has(kind));
    for (let game = 0; game < MOST_GAMES && missing().length > 0; ++game) {
      await setsTable(who, sets, options, 3);
      const quick = await speeder(who, tableOf(who), { seed: 100 + game, prefer });
      await playOn(who, quick, answered, randomFrom(game + 1), missing);
      await quick.close();
    }
    assert.deepEqual(missing(), []);
  });
}

const KINDS = ['place', 'bridge', 'build', 'princess', 'meeple', 'dragon', 'plague', 'order', 'redeploy', 'castle',
  'castle_feature', 'deploy', 'move_count', 'auction', 'bid', 'close_auction', 'take', 'market_to_field'];

async function playOn(who, quick, answered, random, missing) {
  while (missing().length > 0) {
    const known = KINDS.filter((kind) => !missing().includes(kind));
    const kind = await quick.until(known);
    if (kind === 'over') return;
    assert.equal(await asked(who), kind);
    answered.add(await answer(who, random, { eager: true }));
  }
}
