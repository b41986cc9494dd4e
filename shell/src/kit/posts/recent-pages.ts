import { LOCAL_COPIES } from '../runtime/local-copies.ts';

/** So many come first in a list of pages. */
const REMEMBERED = 3;

const nameFor = (userId: string) => `${LOCAL_COPIES}recent-pages.${userId}`;

/**
 * The pages that somebody chose last in this browser, the latest first, by row id as text. A forbidden storage
 * remembers none.
 */
export function recentPages(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, REMEMBERED) : [];
  } catch {
    return [];
  }
}

export function rememberPage(userId: string, pageId: string): void {
  const next = [pageId, ...recentPages(userId).filter((id) => id !== pageId)].slice(0, REMEMBERED);
  try {
    localStorage.setItem(nameFor(userId), JSON.stringify(next));
  } catch {
    return;
  }
}
