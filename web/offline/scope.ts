// The global of this program is a service worker, with what the first line of the built one says: see list.mjs.
interface Build {
  version: string;
  /** Of all pictures. */
  pictures: string;
  /** Address, hash, and whether it is kept at once. */
  files: [path: string, hash: string, atOnce: 0 | 1][];
}

export const worker = self as unknown as ServiceWorkerGlobalScope & { bastide: Build };
export const { version, pictures, files } = worker.bastide;
