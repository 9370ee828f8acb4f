// What the server needs of the dictionaries to tell other programs about a link: see server/net/link_preview.h.
import en from './src/i18n/en';
import ru from './src/i18n/ru';
import type { Dictionary } from './src/i18n/message';
import uk from './src/i18n/uk';

const KEYS = /^preview\.|^(preset|set)\.\w+$/;

export function previewWords(): Record<string, Record<string, string>> {
  const chosen = (dictionary: Dictionary): Record<string, string> =>
    Object.fromEntries(
      Object.entries(dictionary).filter((entry): entry is [string, string] => KEYS.test(entry[0]) && typeof entry[1] === 'string'),
    );
  return { en: chosen(en), ru: chosen(ru), uk: chosen(uk) };
}
