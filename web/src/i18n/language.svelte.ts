import en, { type TextKey } from './en';
import type { Dictionary, Values } from './message';
import { format } from './message';
import { chooseLanguage, isLanguage, type Language } from './languages';

const STORAGE_KEY = 'bastide.language';
const LOAD_AGAIN_AFTER = 3000;

const LOADERS: Record<Language, () => Promise<{ default: Dictionary }>> = {
  en: async () => ({ default: en }),
  ru: () => import('./ru'),
  uk: () => import('./uk'),
};

const MORE: Record<Language, () => Promise<{ default: Dictionary }>> = {
  en: () => import('./en-more'),
  ru: () => import('./ru-more'),
  uk: () => import('./uk-more'),
};

let current = $state<Language>('en');
let dictionary = $state.raw<Dictionary>(en);
let more = $state.raw<Dictionary>({});
let wantsMore = false;

export function locale(): Language {
  return current;
}

/** A text in the language of the page. Read in a component, it follows a change of language. */
export function t(key: TextKey, values: Values = {}): string {
  return text(key, values) ?? key;
}

/** As `t`, for keys put together from what the server says; undefined where there is no such text. */
export function text(key: string, values: Values = {}): string | undefined {
  const message = dictionary[key] ?? more[key];
  return message === undefined ? undefined : format(message, values, current);
}

export async function setLanguage(wanted: Language): Promise<void> {
  await speak(wanted);
  try {
    localStorage.setItem(STORAGE_KEY, wanted);
  } catch {
    // Without storage the choice holds for this visit.
  }
}

/** Before the page is shown: the language chosen earlier, else the first of the browser's that we have. */
export async function startLanguage(): Promise<void> {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage may be forbidden.
  }
  const wanted = isLanguage(stored) ? stored : chooseLanguage(navigator.languages);
  await speak(wanted).catch(() => speakLater(wanted));
}

/** Before a page that has texts of its own is shown: they are not part of the first page. */
export async function loadMoreTexts(): Promise<void> {
  wantsMore = true;
  more = (await MORE[current]()).default;
}

async function speak(wanted: Language): Promise<void> {
  const [{ default: main }, { default: others }] = await Promise.all([LOADERS[wanted](), wantsMore ? MORE[wanted]() : { default: {} }]);
  dictionary = main;
  more = others;
  current = wanted;
  document.documentElement.lang = wanted;
}

/** The server does not give it for now: until then the page is in English, which it has. */
function speakLater(wanted: Language): void {
  setTimeout(() => void speak(wanted).catch(() => speakLater(wanted)), LOAD_AGAIN_AFTER);
}
