// One server and one browser for all tests of a file; everybody leaves after each test, without faults.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launch, person } from './browser.mjs';
import { Server } from './server.mjs';

/** `options`: more of `bastide serve`. */
export function suite(options = []) {
  const here = { server: null, browser: null, people: [] };
  before(async () => {
    here.server = await Server.start(options);
    here.browser = await launch();
  });
  afterEach(async () => {
    const people = here.people.splice(0);
    const faults = people.flatMap((who) => who.faults);
    await Promise.all(people.map((who) => who.close()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.stop();
  });
  here.person = async (options) => {
    const who = await person(here.browser, here.server, options);
    here.people.push(who);
    return who;
  };
  return here;
}
