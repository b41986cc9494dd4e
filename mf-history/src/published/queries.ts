import { listPosts, postResults, POSTS_PAGE_SIZE, type Post } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { askedFor, queryOf, type HistoryFilters, type HistoryOrder } from './history-filters.ts';

export const publishedPosts = (pageNumber: number, filters: HistoryFilters, order: HistoryOrder, timeZone: string) =>
  apiQuery(listPosts, {
    query: {
      page: pageNumber,
      limit: POSTS_PAGE_SIZE,
      status: 'published',
      ...queryOf(filters, timeZone),
      ...askedFor(order),
    },
  });

/** How these posts did; of none, nothing is asked. */
export const resultsOf = (posts: readonly Post[]) => ({
  ...apiQuery(postResults, { query: { ids: posts.map(({ id }) => id).join(',') } }),
  enabled: posts.length > 0,
});
