// The dialogs that every page can open.
export type DialogName = 'settings' | 'help';

export const dialogs = $state<{ shown: DialogName | null }>({ shown: null });

export function openDialog(name: DialogName): void {
  dialogs.shown = name;
}
