import type { CalendarPost } from '@pagecast/api/contract';
import { useCallback, useEffect, useState } from 'react';
import { tileKey } from './calendar-items.ts';

/**
 * The menu of a tile: whose it is, where it stands, and the focus after it.
 * @param find the item of a key, where it is drawn now
 * @param isDialogOpen a window that the menu led to is open
 */
export function useTileMenu(find: (key: string) => HTMLElement | null, isDialogOpen: boolean) {
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement; isOpen: boolean } | null>(null);

  /** A menu or a window gave the focus back to a tile that is drawn elsewhere by now. */
  const refocus = useCallback(() => {
    if (menu !== null && document.activeElement === document.body) find(tileKey(menu.id))?.focus();
  }, [menu, find]);
  useEffect(() => {
    if (!isDialogOpen) refocus();
  }, [isDialogOpen, refocus]);

  return {
    /** The post whose menu was opened last; null before the first. */
    postId: menu?.id ?? null,
    /** null while it is shut. */
    anchor: menu?.isOpen === true ? menu.anchor : null,
    open: (post: CalendarPost, anchor: HTMLElement) => setMenu({ id: post.id, anchor, isOpen: true }),
    close: () => setMenu((known) => (known === null ? null : { ...known, isOpen: false })),
    /** Its code did not come: nothing is shown that could fade. */
    forget: () => setMenu(null),
    refocus,
  };
}
