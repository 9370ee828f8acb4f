import { asked, look } from './player.mjs';
import { friendsTable, onBoard } from './tables.mjs';

/** Two people of a suite at one table, the second by the first one's link. */
export async function meet(here, options = [{}, {}]) {
  const people = [await here.person(options[0]), await here.person(options[1])];
  const link = await friendsTable(people[0]);
  await people[1].page.goto(link);
  await people[1].page.getByTestId('sit').click();
  await Promise.all(people.map(onBoard));
  return { people, link };
}

/** The one of these people who has to answer now; null when the game is over. */
export async function whoIsAsked(people) {
  for (;;) {
    const asking = await Promise.race(people.map((who) => asked(who).then((kind) => ({ who, kind }))));
    if (asking.kind === null) return null;
    if ((await look(asking.who)).asked) return asking.who;
  }
}
