export const HASH_LENGTH: number;
export function pictureVersion(folder: string): string;
export function writeList(folder: string): string;
