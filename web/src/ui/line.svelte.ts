// What is wrong between this page and the server, as long as it is: it goes away by itself, and nothing is to be done.
import { t } from '../i18n';
import { session } from '../net/session.svelte';
import { toast } from './toasts.svelte';

// A short break is not worth a word.
const QUIET_FOR = 1200;

export type Waiting = 'slow' | 'storage' | 'unread';
/** What a page needs the server for: all it does, some of it, or nothing, as with a game that this device keeps. */
export type Need = 'all' | 'some' | 'nothing';

export const line = $state<{ need: Need; down: boolean; keeps: boolean; waiting: Waiting | null }>({
  need: 'some',
  /** Long enough to be told. */
  down: false,
  /** An answer waits in the page for being sent. */
  keeps: false,
  /** The line is there, and the server cannot do what it is asked to. */
  waiting: null,
});

let hasNetwork = $state(typeof navigator === 'undefined' || navigator.onLine);

/** Once: a device that has a network again tries at once. */
export function startLine(): void {
  addEventListener('offline', () => (hasNetwork = false));
  addEventListener('online', () => {
    hasNetwork = true;
    retryLine();
  });
}

/** In an effect of the page: told while it is down, and once when it is back. Who needs no server hears nothing. */
export function watchLine(): (() => void) | void {
  if (session.status === 'lost' && line.need !== 'nothing') {
    const timer = setTimeout(() => (line.down = true), QUIET_FOR);
    return () => clearTimeout(timer);
  }
  if (line.down && session.status === 'open') toast(t('connection.back'), 'good');
  line.down = false;
}

/** One sentence for the time that the line is down. */
export function downText(): string {
  if (line.need === 'some') return hasNetwork ? t('connection.away.here') : t('connection.offline');
  if (line.keeps) return t('connection.lost.keeps');
  if (!hasNetwork) return t('connection.offline.table');
  return session.guest ? t('connection.lost') : t('connection.away');
}

export function retryLine(): void {
  session.start().then(
    () => session.connection.connect(),
    () => undefined,
  );
}
