import { useEffect, useEffectEvent } from 'react';

const KEPT = 'pagecast.shortcuts';
/** Two letters are one shortcut when they follow each other within this time. */
export const NEXT_KEY_MS = 1500;
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
 * Single letters that a screen hears: none where somebody types, none below a window, none while letters are turned
 * off, and none after another letter, since the two may be a shortcut of the shell.
 */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>): void {
  const hear = useEffectEvent((event: KeyboardEvent, isSecond: boolean): boolean => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    if (event.defaultPrevented || event.isComposing || event.repeat || isModified || isTyping) return false;
    if (!letterShortcuts.areOn() || document.querySelector(WINDOWS) !== null) return false;
    const act = keys[event.key.toLowerCase()];
    if (act === undefined) return event.key.length === 1;
    if (isSecond) return false;
    event.preventDefault();
    act();
    return false;
  });
  useEffect(() => {
    let strangeAt = -Infinity;
    const listen = (event: KeyboardEvent) => {
      const isStrange = hear(event, event.timeStamp - strangeAt < NEXT_KEY_MS);
      strangeAt = isStrange ? event.timeStamp : -Infinity;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
