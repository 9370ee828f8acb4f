// A table as it is being chosen, before the server or the engine hears of it.
import type { Assist, Clock, CreateRequest, OptionInfo, Preset, SeatWish } from '../wire';
import { optionsFor, type OptionValue, plainSet, startsFor } from './rules.svelte';

export type SeatDraft = 'me' | 'here' | 'open' | `bot:${string}`;
export interface Draft {
  sets: string[];
  start: string;
  options: Record<string, OptionValue>;
  seats: SeatDraft[];
  listed: boolean;
  /** On the server even where nobody else is to come: others may watch. */
  online: boolean;
  assist: Assist;
  clock: string;
}

/** How many can play: the sixth player's pieces come in the box of Inns & Cathedrals. */
export const MOST_SEATS = 5;
export const SIXTH_SEAT = 'inns_cathedrals';
export const mostSeats = (sets: readonly string[]) => (sets.map(plainSet).includes(SIXTH_SEAT) ? MOST_SEATS + 1 : MOST_SEATS);

export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  sudden5: { kind: 'sudden', seconds: 300 },
  sudden15: { kind: 'sudden', seconds: 900 },
  sudden30: { kind: 'sudden', seconds: 1800 },
  increment5: { kind: 'increment', seconds: 300, add: 10 },
  days1: { kind: 'days', days: 1 },
  days3: { kind: 'days', days: 3 },
};

export function firstDraft(): Draft {
  return {
    sets: ['base'],
    start: '',
    options: {},
    seats: ['me', 'bot:level3'],
    listed: false,
    online: false,
    assist: 'standard',
    clock: 'none',
  };
}

/** Whether the table is on the server, or the game in this browser alone. */
export function isOnline(draft: Draft): boolean {
  return draft.online || draft.seats.slice(0, mostSeats(draft.sets)).includes('open');
}

export function presetOf(draft: Draft, presets: readonly Preset[]): string {
  const chosen = [...draft.sets].sort().join();
  return presets.find((preset) => [...preset.sets].sort().join() === chosen)?.id ?? '';
}

/** Only what still means something with these sets, and only where it differs from the default. */
export function wantedOptions(draft: Draft, all: readonly OptionInfo[]): Record<string, OptionValue> {
  const wanted: Record<string, OptionValue> = {};
  for (const option of optionsFor(all, draft.sets)) {
    const value = draft.options[option.name];
    if (value !== undefined && value !== option.default && option.values.includes(value)) wanted[option.name] = value;
  }
  return wanted;
}

/** One's own seat, in the colour one likes. */
export function mySeat(colour: number | null): SeatWish {
  return { kind: 'me', ...(colour === null ? {} : { colour }) };
}

function seatWish(seat: SeatDraft, nameHere: string, colour: number | null): SeatWish {
  if (seat === 'me') return mySeat(colour);
  if (seat === 'here') return { kind: 'me', name: nameHere };
  if (seat === 'open') return { kind: 'open' };
  return { kind: 'bot', bot: seat.slice('bot:'.length) };
}

/** `nameHere` names the n-th seat, from 1, for a further person at this screen. */
export function messageOf(
  draft: Draft,
  all: readonly OptionInfo[],
  nameHere: (n: number) => string,
  colour: number | null = null,
): CreateRequest {
  const options = wantedOptions(draft, all);
  const clock = CLOCKS[draft.clock];
  return {
    type: 'create',
    setup: {
      sets: [...draft.sets],
      ...(draft.start && startsFor(draft.sets).includes(draft.start) ? { start: draft.start } : {}),
      ...(Object.keys(options).length > 0 ? { options } : {}),
    },
    seats: draft.seats
      .slice(0, mostSeats(draft.sets))
      .map((seat, index) => seatWish(seat, nameHere(index + 1), colour)),
    listed: draft.listed && draft.seats.includes('open'),
    assist: draft.assist,
    ...(clock ? { clock } : {}),
  };
}

/** What was kept of an earlier choice; anything odd gives the first draft. */
export function draftFrom(stored: string | null): Draft {
  const first = firstDraft();
  try {
    const raw = JSON.parse(stored ?? '') as Draft;
    const seats = raw.seats.filter((seat) => /^(me|here|open|bot:\w+)$/.test(seat)).slice(0, mostSeats(raw.sets));
    if (!raw.sets.every((set) => typeof set === 'string') || raw.sets.length === 0 || seats.length < 2) return first;
    return {
      sets: raw.sets,
      start: String(raw.start ?? ''),
      options: typeof raw.options === 'object' && raw.options ? raw.options : {},
      seats,
      listed: raw.listed === true,
      online: raw.online === true,
      assist: ['table', 'standard', 'training'].includes(raw.assist) ? raw.assist : first.assist,
      clock: raw.clock in CLOCKS ? raw.clock : first.clock,
    };
  } catch {
    return first;
  }
}
