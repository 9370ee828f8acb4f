// Installing the page as a program of its own, where the browser offers that.

/** Chromium's; other browsers have it in their menus. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Files that the system opens with the installed page; Chromium's, too. */
interface LaunchQueue {
  setConsumer(take: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

export type Offer = 'button' | 'by hand' | null;

let offered = $state.raw<InstallEvent | null>(null);
let installed = $state(false);

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Safari on a phone or tablet can do it, and only by hand. */
function isByHand(): boolean {
  return 'standalone' in navigator && navigator.maxTouchPoints > 0 && !isInstalled();
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

/** A browser whose disk is full clears what sites keep. It is asked to spare the games here, where that asks nobody else. */
function askToStay(): void {
  if ('onbeforeinstallprompt' in window || isInstalled()) navigator.storage?.persist?.().catch(() => undefined);
}

/** Once, before the page is shown: the browser says it early. `open` takes the record of a game. */
export function startInstall(open: (file: File) => void): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();  // no banner of its own
    offered = event as InstallEvent;
  });
  addEventListener('appinstalled', () => {
    offered = null;
    installed = true;
    askToStay();
  });
  askToStay();
  const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer(({ files }) => void files?.[0]?.getFile().then(open, () => undefined));
}
