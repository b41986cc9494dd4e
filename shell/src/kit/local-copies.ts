/** What the names of copies begin with that this browser keeps of somebody's unsaved work. */
export const LOCAL_COPIES = 'pagecast.draft.';

/** Somebody leaves for good: what they wrote is on the server, and nobody else at this browser may find it. A forbidden storage holds nothing. */
export function forgetLocalCopies(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(LOCAL_COPIES)) localStorage.removeItem(name);
  } catch {
    return;
  }
}
