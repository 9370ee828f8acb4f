// Installing the page as a program of its own, where the browser offers that.

/** Chromium's; other browsers have it in their menus. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type Offer = 'button' | 'by hand' | null;

let offered = $state.raw<InstallEvent | null>(null);
let installed = $state(false);

/** Safari on a phone or tablet can do it, and only by hand. */
function isByHand(): boolean {
  return 'standalone' in navigator && navigator.maxTouchPoints > 0 && !matchMedia('(display-mode: standalone)').matches;
}

export function installOffer(): Offer {
  if (installed) return null;
  if (offered) return 'button';
  return isByHand() ? 'by hand' : null;
}

export async function install(): Promise<void> {
  const event = offered;
  offered = null;  // it may be used once
  await event?.prompt();
}

/** Once, before the page is shown: the browser says it early. */
export function startInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();  // no banner of its own
    offered = event as InstallEvent;
  });
  addEventListener('appinstalled', () => {
    offered = null;
    installed = true;
  });
}
