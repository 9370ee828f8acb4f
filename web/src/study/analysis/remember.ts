// What somebody likes to see of an opinion, kept on the device.
const KEY = 'bastide.analysis.';

export function remembered(name: string, otherwise: boolean): boolean {
  try {
    const kept = localStorage.getItem(KEY + name);
    return kept === null ? otherwise : kept === 'yes';
  } catch {
    return otherwise;
  }
}

export function rememberYes(name: string, yes: boolean): void {
  try {
    localStorage.setItem(KEY + name, yes ? 'yes' : 'no');
  } catch {
    // Without storage it holds for this visit.
  }
}
