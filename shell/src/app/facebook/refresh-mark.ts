import { keepNote } from '../browser/keep-note.ts';

const MARK = 'pagecast.refreshPages';

/** The reload after a login loses everything else. */
export function markPagesForRefresh(): void {
  keepNote('sessionStorage', MARK, 'true');
}

/** Whether this page came up after a login. True once. */
export function takeRefreshMark(): boolean {
  const isMarked = sessionStorage.getItem(MARK) !== null;
  sessionStorage.removeItem(MARK);
  return isMarked;
}
