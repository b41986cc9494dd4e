import { useEffect } from 'react';

/** Where a post stands on the screen. */
export const anchorOf = (postId: number): string => `post-${postId}`;

/**
 * Brings the post that the address asks for into sight, with the focus on it, once it is there.
 * @param postId null while the lists are on their way, and when none is asked for
 */
export function useShownPost(postId: number | null): void {
  useEffect(() => {
    if (postId === null) return;
    // After the shell has moved the focus to the heading of the screen it opened.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(anchorOf(postId));
      row?.scrollIntoView({ block: 'center' });
      row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [postId]);
}
