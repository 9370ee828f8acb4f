// The first game as it is written: what is told, what is asked, what the lesson plays itself. The tiles are chosen so
// that each idea comes when it is due; what the learner may answer freely is left open, and disturbs nothing later.
import type { TextKey } from '../i18n';
import type { Action, Cell, FeatureKind, Place, Rot } from '../wire';

export const LEARNER = 0;
export const FRIEND = 1;

/** Which answers go on with the lesson; every other legal one is taken back with a hint. */
export type Wanted =
  /** A tile on this square, turned in one of these ways; left out: as it fits. */
  | { tile: Cell; rots?: readonly Rot[] }
  /** A tile wherever its land then joins a field that is worth so much; `at`: for example here. */
  | { joins: number; at: Cell }
  /** A meeple on one of these kinds of feature, or none at all. */
  | { on: readonly (FeatureKind | 'nothing')[] }
  /** A farmer on a field that is worth so much. */
  | { farms: number };

export type Beat =
  /** Read, then gone on from. `lit`: the feature it is about; `cells`: the squares; `supply`: the learner's pieces. */
  | { do: 'tell'; text: TextKey; next?: TextKey; lit?: Place; cells?: readonly Cell[]; supply?: true }
  | { do: 'ask'; text: TextKey; wanted: Wanted; hint: TextKey; about?: Place }
  /** Played by the lesson, chance and the friend included; `note` tells what the friend did. */
  | { do: 'play'; actions: readonly Action[]; note?: TextKey }
  /** The final scoring. */
  | { do: 'count' };

export interface Chapter {
  title: TextKey;
  beats: readonly Beat[];
}

const tileOf = (letter: string) => `base/${letter}`;
const draw = (letter: string): Action => ({ by: 'dealer', do: 'draw', tile: tileOf(letter) });
const lay = (letter: string, at: Cell, rot: Rot): Action => ({ by: FRIEND, do: 'place', tile: tileOf(letter), at, rot });
const put = (at: Cell, seg: string): Action => ({ by: FRIEND, do: 'meeple', piece: 'meeple', at, seg });
const pass = (by: number): Action => ({ by, do: 'pass' });

/** The friend's whole turn. `seg`: where her meeple goes. */
function turn(letter: string, at: Cell, rot: Rot, seg?: string): Action[] {
  return [draw(letter), lay(letter, at, rot), seg ? put(at, seg) : pass(FRIEND)];
}

const FIRST: Chapter = {
  title: 'lesson.tile.title',
  beats: [
    { do: 'play', actions: [draw('U')] },
    { do: 'ask', text: 'lesson.tile.ask', wanted: { tile: [1, 0] }, hint: 'lesson.tile.hint' },
    { do: 'play', actions: [pass(LEARNER)] },
  ],
};

const TURN: Chapter = {
  title: 'lesson.turn.title',
  beats: [
    { do: 'play', actions: [...turn('V', [1, -1], 270, 'road:E'), draw('V')], note: 'lesson.turn.note' },
    { do: 'ask', text: 'lesson.turn.ask', wanted: { tile: [-1, 0], rots: [270] }, hint: 'lesson.turn.hint' },
    { do: 'play', actions: [pass(LEARNER)] },
  ],
};

const THIEF: Chapter = {
  title: 'lesson.thief.title',
  beats: [
    { do: 'play', actions: [...turn('W', [-1, -1], 90), draw('U')], note: 'lesson.thief.note' },
    { do: 'ask', text: 'lesson.thief.ask', wanted: { tile: [2, 0] }, hint: 'lesson.thief.hint' },
    { do: 'ask', text: 'lesson.thief.put', wanted: { on: ['road'] }, hint: 'lesson.thief.put_hint', about: { at: [2, 0], seg: 'road:E' } },
  ],
};

const ROAD: Chapter = {
  title: 'lesson.road.title',
  beats: [
    { do: 'play', actions: [...turn('E', [-1, 1], 270, 'city:W'), draw('W')], note: 'lesson.road.note' },
    { do: 'ask', text: 'lesson.road.ask', wanted: { tile: [3, 0] }, hint: 'lesson.road.hint', about: { at: [2, 0], seg: 'road:E' } },
    { do: 'ask', text: 'lesson.road.put', wanted: { on: ['nothing', 'road'] }, hint: 'lesson.later' },
    { do: 'tell', text: 'lesson.road.tell', lit: { at: [2, 0], seg: 'road:E' } },
  ],
};

const CITY: Chapter = {
  title: 'lesson.city.title',
  beats: [
    { do: 'play', actions: [...turn('V', [1, -2], 180), draw('F')], note: 'lesson.city.note' },
    { do: 'ask', text: 'lesson.city.ask', wanted: { tile: [0, 1] }, hint: 'lesson.city.hint' },
    { do: 'ask', text: 'lesson.city.put', wanted: { on: ['city'] }, hint: 'lesson.city.put_hint' },
    { do: 'play', actions: [...turn('V', [2, -1], 0), draw('E')] },
    { do: 'ask', text: 'lesson.city.close', wanted: { tile: [0, 2] }, hint: 'lesson.city.close_hint', about: { at: [0, 1], seg: 'city:N' } },
    { do: 'play', actions: [pass(LEARNER)] },
    { do: 'tell', text: 'lesson.city.tell', lit: { at: [0, 1], seg: 'city:N' } },
  ],
};

const MONASTERY: Chapter = {
  title: 'lesson.monastery.title',
  beats: [
    { do: 'play', actions: [...turn('V', [2, -2], 90), draw('B')], note: 'lesson.monastery.note' },
    { do: 'ask', text: 'lesson.monastery.ask', wanted: { tile: [0, -1] }, hint: 'lesson.monastery.hint' },
    { do: 'ask', text: 'lesson.monastery.put', wanted: { on: ['monastery'] }, hint: 'lesson.monastery.put_hint' },
    { do: 'tell', text: 'lesson.monastery.wait', cells: [[-1, -2], [0, -2]] },
    { do: 'play', actions: [...turn('U', [-1, -2], 90, 'road:N'), draw('E')], note: 'lesson.monastery.note_2' },
    { do: 'ask', text: 'lesson.monastery.close', wanted: { tile: [0, -2] }, hint: 'lesson.monastery.close_hint' },
    { do: 'ask', text: 'lesson.monastery.more', wanted: { on: ['nothing', 'city'] }, hint: 'lesson.later' },
    { do: 'tell', text: 'lesson.monastery.tell', lit: { at: [0, -1], seg: 'monastery' } },
  ],
};

const SHARE: Chapter = {
  title: 'lesson.share.title',
  beats: [
    { do: 'play', actions: [...turn('EG', [1, 1], 0, 'city:N'), draw('E')] },
    {
      do: 'ask', text: 'lesson.share.ask', wanted: { tile: [-2, 0], rots: [0] }, hint: 'lesson.share.hint',
      about: { at: [-1, 1], seg: 'city:W' },
    },
    { do: 'ask', text: 'lesson.share.put', wanted: { on: ['city'] }, hint: 'lesson.share.put_hint' },
    { do: 'play', actions: [...turn('I', [1, 2], 180, 'city:E'), draw('N')], note: 'lesson.share.note' },
    { do: 'ask', text: 'lesson.share.join', wanted: { tile: [-2, 1] }, hint: 'lesson.share.join_hint' },
    { do: 'play', actions: [pass(LEARNER)] },
    { do: 'tell', text: 'lesson.share.tell', lit: { at: [-2, 1], seg: 'city:E' } },
  ],
};

const SUPPLY: Chapter = {
  title: 'lesson.supply.title',
  beats: [{ do: 'tell', text: 'lesson.supply.tell', supply: true }],
};

/** What the great field in the north is worth by then: three finished cities lie at it. */
const HARVEST = 9;

const FIELD: Chapter = {
  title: 'lesson.field.title',
  beats: [
    { do: 'play', actions: [...turn('U', [-1, -3], 90), draw('V')] },
    { do: 'ask', text: 'lesson.field.ask', wanted: { joins: HARVEST, at: [2, 1] }, hint: 'lesson.field.hint', about: { at: [1, 0], seg: 'field:NL' } },
    { do: 'ask', text: 'lesson.field.put', wanted: { farms: HARVEST }, hint: 'lesson.field.put_hint', about: { at: [1, 0], seg: 'field:NL' } },
    { do: 'tell', text: 'lesson.field.tell', lit: { at: [1, 0], seg: 'field:NL' } },
  ],
};

const END: Chapter = {
  title: 'lesson.end.title',
  beats: [{ do: 'tell', text: 'lesson.end.tell' }, { do: 'tell', text: 'lesson.end.rest', next: 'lesson.count' }, { do: 'count' }],
};

export const CHAPTERS: readonly Chapter[] = [FIRST, TURN, THIEF, ROAD, CITY, MONASTERY, SHARE, SUPPLY, FIELD, END];

/** How many actions a beat takes: always as many, whatever the learner answers. */
function lengthOf(beat: Beat): number {
  return beat.do === 'play' ? beat.actions.length : beat.do === 'ask' ? 1 : 0;
}

/** All that comes before this beat. */
export function beatsBefore(chapter: number, index: number): Beat[] {
  return [...CHAPTERS.slice(0, chapter).flatMap(({ beats }) => beats), ...CHAPTERS[chapter]!.beats.slice(0, index)];
}

/** How many actions come before this beat. */
export function actionsBefore(chapter: number, index: number): number {
  return beatsBefore(chapter, index).reduce((sum, beat) => sum + lengthOf(beat), 0);
}
