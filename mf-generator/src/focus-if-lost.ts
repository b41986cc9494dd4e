/** What had the focus went away: it goes on to what takes its place. Whoever works elsewhere by now is left alone. */
export function focusIfLost(next: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) next?.focus();
}
