// What a person likes, kept on the device.
import { COLOURS, type Colour } from './colours';

export const THEMES = ['system', 'day', 'night', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
export const MOTIONS = ['system', 'full', 'reduced'] as const;
export type Motion = (typeof MOTIONS)[number];
/** How fast what moves does so. */
export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
export type Pace = (typeof PACES)[number];

export interface Settings {
  theme: Theme;
  sound: boolean;
  /** 0 to 1 */
  volume: number;
  motion: Motion;
  pace: Pace;
  /** A piece is put down by a second tap, not by the first. */
  confirmPieces: boolean;
  /** The history names the squares of the map. */
  coordinates: boolean;
  /** The colour one likes to play in; null: whichever the seat has. */
  colour: Colour | null;
}

const STORAGE_KEY = 'bastide.settings';
const DEFAULTS: Settings = {
  theme: 'system',
  sound: true,
  volume: 0.5,
  motion: 'system',
  pace: 'normal',
  confirmPieces: true,
  coordinates: false,
  colour: null,
};

/** What was stored, with every value that makes no sense replaced by its default. */
export function settingsFrom(stored: string | null): Settings {
  let raw: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) raw = parsed;
  } catch {
    // Not ours, or damaged: the defaults.
  }
  const volume = raw.volume;
  return {
    theme: THEMES.find((theme) => theme === raw.theme) ?? DEFAULTS.theme,
    sound: typeof raw.sound === 'boolean' ? raw.sound : DEFAULTS.sound,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    motion: MOTIONS.find((motion) => motion === raw.motion) ?? DEFAULTS.motion,
    pace: PACES.find((pace) => pace === raw.pace) ?? DEFAULTS.pace,
    confirmPieces: typeof raw.confirmPieces === 'boolean' ? raw.confirmPieces : DEFAULTS.confirmPieces,
    coordinates: typeof raw.coordinates === 'boolean' ? raw.coordinates : DEFAULTS.coordinates,
    colour: COLOURS.find((colour) => colour === raw.colour) ?? DEFAULTS.colour,
  };
}

function read(): Settings {
  try {
    return settingsFrom(localStorage.getItem(STORAGE_KEY));
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(read());

const asks = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

function effectiveTheme(theme: Theme): Exclude<Theme, 'system'> {
  if (theme !== 'system') return theme;
  if (asks('(prefers-contrast: more)')) return 'contrast';
  return asks('(prefers-color-scheme: dark)') ? 'night' : 'day';
}

export function reducedMotion(): boolean {
  if (settings.pace === 'off') return true;
  return settings.motion === 'reduced' || (settings.motion === 'system' && asks('(prefers-reduced-motion: reduce)'));
}

const LASTING: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** By how much longer than usual a movement lasts; 0 where nothing is to move. In stylesheets it is `--pace`. */
export function pace(): number {
  return reducedMotion() ? 0 : LASTING[settings.pace];
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = effectiveTheme(settings.theme);
  root.dataset.motion = reducedMotion() ? 'off' : 'on';
  root.style.setProperty('--pace', String(pace()));
}

/** Once, before the page is shown: settings take effect now, when they change, and when the device's do. */
export function startSettings(): void {
  for (const query of ['(prefers-contrast: more)', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)']) {
    matchMedia(query).addEventListener('change', apply);
  }
  apply();
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      apply();
      try {
        localStorage.setItem(STORAGE_KEY, text);
      } catch {
        // Then they hold for this visit.
      }
    });
  });
}
