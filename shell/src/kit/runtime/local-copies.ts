/** What the names of copies begin with that this browser keeps of somebody's unsaved work. */
export const LOCAL_COPIES = 'pagecast.draft.';

/**
 * Somebody leaves for good: nobody else at this browser may find what they wrote. A forbidden storage holds nothing.
 */
export function forgetLocalCopies(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const name of Object.keys(storage)) if (name.startsWith(LOCAL_COPIES)) storage.removeItem(name);
    }
  } catch {
    return;
  }
}
