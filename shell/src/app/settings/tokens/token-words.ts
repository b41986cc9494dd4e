import type { ApiToken, TokenScope, TokenTrust } from '@pagecast/api/contract';

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

export const TRUSTED: Readonly<Record<NonNullable<TokenTrust['kinds']>[number], string>> = {
  text: 'Text posts',
  image: 'Images',
  video: 'Videos',
  reel: 'Reels',
  story: 'Stories',
};

/** A full hour as clocks show it: 24 is the end of the day. */
export const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

/** What becomes of its posts without a person; null for one that makes none. */
export function approvalOf({ scopes, needsApproval, trust }: Pick<ApiToken, 'scopes' | 'needsApproval' | 'trust'>) {
  const makes = (scope: TokenScope) => scopes.includes(scope);
  if (!makes('draft') && !makes('schedule') && !makes('publish')) return null;
  // It only writes, or proposes, and what it proposes waits.
  if (needsApproval || !(makes('schedule') || makes('publish'))) return 'You approve its posts';
  const limits = trust === null ? [] : limitsOf(trust);
  return limits.length === 0 ? "It doesn't need your approval" : `Without your approval, only ${list(limits)}`;
}

function limitsOf({ kinds, postsPerDay, hours }: TokenTrust): string[] {
  return [
    ...(kinds === null ? [] : [list(kinds.map((kind) => TRUSTED[kind].toLowerCase()))]),
    ...(postsPerDay === null ? [] : [`${postsPerDay} a day on each page`]),
    ...(hours === null ? [] : [`from ${hourOf(hours.from)} to ${hourOf(hours.to)}`]),
  ];
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
