import type { PageId } from '../../contract/ids.ts';
import { listSharedPages } from '../../contract/shared-pages.ts';
import { listPages } from '../../contract/pages.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { ToolContext } from '../tool.ts';

/** What `needKnownPage` calls. */
export const KNOWING_PAGES = [listPages, listSharedPages] as const;

/**
 * That nothing was found for a page says something only where there is such a page. Asked where nothing was found.
 * @param shared whether what was looked for is told to those with whom a page is shared
 * @throws NotFoundError
 */
export async function needKnownPage(
  { call }: ToolContext,
  pageId: PageId | undefined,
  { shared }: { readonly shared: boolean },
): Promise<void> {
  if (pageId === undefined) return;
  if ((await call(listPages)).some(({ id }) => id === pageId)) return;
  const isShared = (await call(listSharedPages)).some(({ id }) => id === pageId);
  if (!isShared) throw new NotFoundError('No page here has this pageId.');
  if (!shared)
    throw new NotFoundError(
      'This page is shared with the person: what is out there, and what failed, only its owner sees. ' +
        'read_plan, free_slots and check_post know the page.',
    );
}
