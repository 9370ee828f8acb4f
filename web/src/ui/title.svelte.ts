// The name of the tab and its picture: which page it is, and whether one is waited for anywhere.
import { t } from '../i18n';

/** A page says what it is about, and whether one is waited for there; an empty text is the first page. */
export const title = $state({ page: '', wanted: false });

const ICONS = { calm: '/favicon.svg', wanted: '/favicon-turn.svg' };

/** `elsewhere`: in how many other games it is one's turn. */
export function showTitle(elsewhere: number): void {
  const turns = elsewhere + Number(title.wanted);
  const page = title.page ? `${title.page} · ${t('app.name')}` : t('app.name');
  document.title = turns > 0 ? `(${turns}) ${page}` : page;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = turns > 0 ? ICONS.wanted : ICONS.calm;
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}
