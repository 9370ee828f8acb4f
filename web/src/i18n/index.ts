export type { TextKey } from './en';
export { loadMoreTexts, locale, setLanguage, startLanguage, t, text } from './language.svelte';
export { isLanguage, LANGUAGES, OWN_NAMES, type Language } from './languages';
export type { Message, Values } from './message';
