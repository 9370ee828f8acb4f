import { expect, it } from 'vitest';
import { commandOf, type Key } from '../../src/play/keyboard';

const press = (key: string, more: Partial<Key> = {}) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

it('knows the keys of the table', () => {
  expect(press('ArrowUp')).toEqual({ do: 'move', direction: [0, 1] });
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ do: 'pan', direction: [-1, 0] });
  expect(press('r', { code: 'KeyR' })).toEqual({ do: 'rotate', step: 1 });
  expect(press('R', { code: 'KeyR', shiftKey: true })).toEqual({ do: 'rotate', step: -1 });
  expect(press('Enter')).toEqual({ do: 'confirm' });
  expect(press('Tab', { shiftKey: true })).toEqual({ do: 'cycle', step: -1 });
  expect(press('7')).toEqual({ do: 'number', number: 7 });
  expect(press('0')).toEqual({ do: 'fit' });
  expect(press('?')).toEqual({ do: 'help' });
});

it('works in a Cyrillic layout', () => {
  expect(press('к', { code: 'KeyR' })).toEqual({ do: 'rotate', step: 1 });
  expect(press('і', { code: 'KeyS' })).toEqual({ do: 'skip' });
  expect(press('а', { code: 'KeyF' })).toEqual({ do: 'fields' });
});

it('leaves the browser its own keys', () => {
  expect(press('r', { code: 'KeyR', ctrlKey: true })).toBeNull();
  expect(press('ArrowLeft', { altKey: true })).toBeNull();
  expect(press('F5')).toBeNull();
  expect(press('q', { code: 'KeyQ' })).toBeNull();
});
