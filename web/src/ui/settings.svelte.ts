// What a person likes, kept on the device.
export const THEMES = ['system', 'day', 'night', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
export const MOTIONS = ['system', 'full', 'reduced'] as const;
export type Motion = (typeof MOTIONS)[number];

export interface Settings {
  theme: Theme;
  sound: boolean;
  /** 0 to 1 */
  volume: number;
  motion: Motion;
  /** A piece is put down by a second tap, not by the first. */
  confirmPieces: boolean;
  /** The history names the squares of the map. */
  coordinates: boolean;
}

const STORAGE_KEY = 'bastide.settings';
const DEFAULTS: Settings = { theme: 'system', sound: true, volume: 0.5, motion: 'system', confirmPieces: true, coordinates: false };

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
    confirmPieces: typeof raw.confirmPieces === 'boolean' ? raw.confirmPieces : DEFAULTS.confirmPieces,
    coordinates: typeof raw.coordinates === 'boolean' ? raw.coordinates : DEFAULTS.coordinates,
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
  return settings.motion === 'reduced' || (settings.motion === 'system' && asks('(prefers-reduced-motion: reduce)'));
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = effectiveTheme(settings.theme);
  root.dataset.motion = reducedMotion() ? 'off' : 'on';
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
