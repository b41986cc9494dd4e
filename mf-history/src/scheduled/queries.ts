import {
  calendarPosts,
  listLinkLimits,
  listPages,
  listPosts,
  listQueue,
  listWaitingPosts,
  readPost,
  type QueuedPost,
} from '@pagecast/api/contract';
import { apiQuery, callWithLater } from '@pagecast/shell/kit';
import { keepPreviousData } from '@tanstack/react-query';

const TABLE_PAGE_SIZE = 25;
/**
 * After a day without a connection hundreds of posts may need attention: they come a few at a time, so that the plan
 * stays in sight.
 */
const ATTENTION_PAGE_SIZE = 3;
const DRAFTS_SHOWN = 10;

/** What is looked for, in all lists and in the calendar alike. */
export interface PlanFilter {
  readonly facebookPageId?: number;
  readonly text?: string;
}
/** A page of a list: by its number, or the one that holds a post. */
export type ListPlace = { page: number } | { post: number };

const stays = { placeholderData: keepPreviousData } as const;

export const plannedPosts = (filter: PlanFilter, place: ListPlace) => ({
  ...apiQuery(listWaitingPosts, { query: { for: 'time', limit: TABLE_PAGE_SIZE, ...filter, ...place } }),
  ...stays,
});
/** How many posts are planned, and no more of them than it takes. */
export const plannedCount = () => apiQuery(listWaitingPosts, { query: { for: 'time', limit: 1 } });
export const troubledPosts = (filter: PlanFilter, place: ListPlace) => ({
  ...apiQuery(listWaitingPosts, { query: { for: 'owner', limit: ATTENTION_PAGE_SIZE, ...filter, ...place } }),
  ...stays,
});
/** @param perDay how many posts of a day are wanted whole; left out, all are */
export function plannedBetween(
  { filter, hidesPublished, perDay }: { filter: PlanFilter; hidesPublished: boolean; perDay?: number | undefined },
  period: { from: string; to: string },
) {
  const query = {
    ...filter,
    ...period,
    ...(!hidesPublished && { published: 'true' as const }),
    ...(perDay !== undefined && { perDay }),
  };
  return {
    ...apiQuery(calendarPosts, { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) => callWithLater(calendarPosts, 'perDay', { query, signal }),
    ...stays,
  };
}

/** What others have planned on the same pages. An API of an earlier release knows of nobody. */
export const othersBetween = ({ facebookPageId }: PlanFilter, period: { from: string; to: string }) =>
  apiQuery(listQueue, { query: { ...period, ...(facebookPageId !== undefined && { facebookPageId }) } });
/** Of them, those in which the text that is looked for is seen. */
export const withText = (posts: readonly QueuedPost[], { text = '' }: PlanFilter): readonly QueuedPost[] =>
  text === '' ? posts : posts.filter(({ excerpt }) => excerpt.toLowerCase().includes(text.toLowerCase()));
/** The newest posts that have no time yet. */
export const draftPosts = ({ facebookPageId }: PlanFilter) => ({
  ...apiQuery(listPosts, {
    query: { status: 'draft', limit: DRAFTS_SHOWN, ...(facebookPageId !== undefined && { facebookPageId }) },
  }),
  ...stays,
});
/** Read anew for each who opens it: a form must not start from an older text. */
export const onePost = (id: number) => ({ ...apiQuery(readPost, { params: { id } }), gcTime: 0 });
/** Of pages that have a limit: how many posts with links they have in which month. */
export const linkLimits = () => apiQuery(listLinkLimits);
export const allPages = () => apiQuery(listPages);
