// Why something was not done, in the language of the page.
import { t, text } from '../i18n';
import { Refused } from './connection';

/** A code has one sentence, and further ones where the server tells its cases apart. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return t('error.session');
  const { code, detail, most, wait_ms } = error.refusal;
  if (code === 'lost') return t('refused.lost');
  if (code === 'newcomers') return t('error.newcomers');
  const values = { most: most ?? 0, n: Math.ceil((wait_ms ?? 0) / 1000) };
  return (detail && text(`refused.${code}.${detail}`, values)) ?? text(`refused.${code}`, values) ?? t('refused.unknown');
}
