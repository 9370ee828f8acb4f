import { t } from '../i18n';
import type { Clock } from '../wire';

const minutes = (seconds = 0) => Math.round(seconds / 60);

export function clockLabel(clock: Clock | null): string {
  switch (clock?.kind) {
    case 'sudden':
      return t('clock.sudden', { n: minutes(clock.seconds) });
    case 'increment':
      return t('clock.increment', { minutes: minutes(clock.seconds), seconds: clock.add ?? 0 });
    case 'days':
      return t('clock.days', { n: clock.days ?? 1 });
    default:
      return t('clock.none');
  }
}

/** Who has no name is counted. */
export function nameAt(names: readonly string[], index: number): string {
  return names[index]?.trim() || t('home.hotseat_player', { n: index + 1 });
}
