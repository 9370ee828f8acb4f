// Small choices kept on the device; without storage they hold for the visit.
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`bastide.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`bastide.${key}`, value);
  } catch {
    // See above.
  }
}
