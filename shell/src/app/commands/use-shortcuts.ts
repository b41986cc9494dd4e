import { useEffect, useEffectEvent } from 'react';

const KEPT = 'pagecast.shortcuts';
const NEXT_KEY_MS = 1500;
export const FIELDS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"]';
export const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';

/**
 * Letters as shortcuts can be in the way of those who speak to their machine: they can be turned off in this browser.
 */
export const letterShortcuts = {
  areOn: (): boolean => localStorage.getItem(KEPT) !== 'off',
  set: (areOn: boolean): void => (areOn ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, 'off')),
};

/**
 * Hears the keys of the whole page: Ctrl+K or Cmd+K, `?`, and shortcuts of two letters. None of them where somebody
 * types, and none below a window.
 */
export function useShortcuts(on: { palette: () => void; list: () => void; letters: (keys: string) => boolean }): void {
  const hear = useEffectEvent((event: KeyboardEvent, first: string): string => {
    if (event.defaultPrevented || event.isComposing || event.altKey || document.querySelector(WINDOWS) !== null)
      return '';
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.shiftKey || isTyping) return '';
      event.preventDefault();
      on.palette();
      return '';
    }
    if (isTyping || event.repeat || !letterShortcuts.areOn()) return '';
    if (key === '?') on.list();
    else if (first !== '' && on.letters(`${first} ${key}`)) event.preventDefault();
    else if (key.length === 1 && !event.shiftKey) return key;
    return '';
  });
  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(timer);
      first = hear(event, first);
      timer = setTimeout(() => {
        first = '';
      }, NEXT_KEY_MS);
    };
    window.addEventListener('keydown', listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
