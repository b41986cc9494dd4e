import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list whose rows and buttons go away under it: when the one that had the focus is gone, the
 * list takes it.
 * @param rows what the list shows; a new value may have taken something away
 */
export function useFocusKeeper(rows: unknown) {
  const list = useRef<HTMLOListElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [rows]);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && list.current?.contains(target) === true;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return list;
}
