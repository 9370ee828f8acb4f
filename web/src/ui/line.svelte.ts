// Whether the line to the server has been down long enough to be told.
import { t } from '../i18n';
import { session } from '../net/session.svelte';
import { toast } from './toasts.svelte';

// A short break is not worth a word.
const QUIET_FOR = 1200;

export const line = $state({ down: false });

/** In an effect of the page: told while it is down, and once when it is back. */
export function watchLine(): (() => void) | void {
  if (session.status === 'lost') {
    const timer = setTimeout(() => (line.down = true), QUIET_FOR);
    return () => clearTimeout(timer);
  }
  if (line.down && session.status === 'open') toast(t('connection.back'), 'good');
  line.down = false;
}

export function retryLine(): void {
  session.start().then(
    () => session.connection.connect(),
    () => undefined,
  );
}
