/** Whoever pays for every byte has said so to the browser: nothing is fetched that is not asked for. */
export function isSparing(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
