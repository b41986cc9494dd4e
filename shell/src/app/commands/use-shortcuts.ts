import { useEffect, useEffectEvent } from 'react';
import { FIELDS, letterShortcuts, NEXT_KEY_MS, WINDOWS } from '../../kit/index.ts';

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
