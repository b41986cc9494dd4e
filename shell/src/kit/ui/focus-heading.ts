/**
 * For when the part that had the focus goes away: the next Tab starts at the screen's heading and not at the top of the
 * page.
 */
export function focusHeading(): void {
  // After the window that just closed has given the focus back.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('h1')?.focus();
  });
}
