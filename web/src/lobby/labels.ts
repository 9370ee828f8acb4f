import { t } from '../i18n';
import type { ClockSetting } from '../wire';

export function clockLabel(clock: ClockSetting | null): string {
  switch (clock?.kind) {
    case 'sudden':
      return t('clock.sudden', { n: Math.round(clock.seconds / 60) });
    case 'increment':
      return t('clock.increment', { minutes: Math.round(clock.seconds / 60), seconds: clock.add });
    case 'days':
      return t('clock.days', { n: clock.days });
    default:
      return t('clock.none');
  }
}
