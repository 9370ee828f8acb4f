// Who one is for games that this browser keeps: the server's guest, and without a server the name that is remembered.
import { t } from '../i18n';
import { session } from '../net/session.svelte';
import { remember, remembered } from './remember';

// A name that was chosen without a server, which it has not heard of yet.
const UNTOLD = 'name.untold';

let known = $state(remembered('name') ?? '');

/** Empty where nobody has chosen one yet. */
export function chosenName(): string {
  return remembered(UNTOLD) ? known : (session.guest?.name ?? known);
}

export function myName(): string {
  return chosenName() || t('local.you');
}

function keep(name: string): void {
  known = name;
  remember('name', name);
}

/** Rejects where the server does not want it; one that it cannot be told now is told later. */
export async function changeName(name: string): Promise<void> {
  if (session.guest && session.status !== 'lost') {
    await session.rename(name);
    remember(UNTOLD, '');
  } else {
    remember(UNTOLD, 'yes');
  }
  keep(name);
}

/** In an effect of the page: the server and this browser agree on the name. */
export function agreeOnName(): void {
  const guest = session.guest;
  if (!guest || session.status !== 'open') return;
  if (!remembered(UNTOLD)) return keep(guest.name);
  remember(UNTOLD, '');
  // A name that it does not take is none.
  if (known && known !== guest.name) session.rename(known).catch(() => keep(guest.name));
}
