import type { ApiToken, TokenScope } from '@pagecast/api/contract';

/** What each scope lets a program do. */
export const SCOPES: Readonly<Record<TokenScope, { title: string; can: string }>> = {
  read: { title: 'Read posts, pages and results', can: 'read' },
  draft: { title: 'Write and edit drafts', can: 'write drafts' },
  schedule: { title: 'Schedule posts and change the schedule', can: 'schedule' },
  publish: { title: 'Publish posts right away', can: 'publish' },
  media: { title: 'Upload images and videos', can: 'upload media' },
};

export const KINDS: Readonly<Record<ApiToken['kind'], string | null>> = {
  personal: null,
  oauth: 'Assistant',
  cli: 'Command line',
};

/** Such as "Can read and schedule". */
export function abilityOf(scopes: readonly TokenScope[]): string {
  return `Can ${new Intl.ListFormat('en').format(scopes.map((scope) => SCOPES[scope].can))}`;
}

/** For which pages, by the names of those that are connected. */
export function pagesOf(
  pageIds: ApiToken['pageIds'],
  pages: readonly { pageId: string; name: string }[] | undefined,
): string {
  if (pageIds === null) return 'all pages';
  const names = pageIds.flatMap((id) => pages?.find(({ pageId }) => pageId === id)?.name ?? []);
  if (names.length === pageIds.length && names.length <= 3) return new Intl.ListFormat('en').format(names);
  return pageIds.length === 1 ? '1 page' : `${pageIds.length} pages`;
}
