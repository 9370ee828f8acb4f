// Files that are let fall onto a part of the page.
import type { Attachment } from 'svelte/attachments';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** While something hangs over it, it has `data-dropping`. */
export function takesFiles(ondrop: (file: File) => void): Attachment<HTMLElement> {
  return (element) => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      element.dataset.dropping = '';
    };
    const leave = (event: DragEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) delete element.dataset.dropping;
    };
    const drop = (event: DragEvent) => {
      delete element.dataset.dropping;
      const file = event.dataTransfer?.files[0];
      if (!hasFiles(event) || !file) return;
      event.preventDefault();
      ondrop(file);
    };
    element.addEventListener('dragenter', over);
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragenter', over);
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  };
}

let carried: File | null = null;

/** From one page to the next, which takes it once. */
export function carryFile(file: File): void {
  carried = file;
}

export function carriedFile(): File | null {
  const file = carried;
  carried = null;
  return file;
}
