import { listPosts, POSTS_PAGE_SIZE } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';
import { queryOf, type HistoryFilters } from './history-filters.ts';

export const publishedPosts = (pageNumber: number, filters: HistoryFilters, timeZone: string) =>
  apiQuery(listPosts, {
    query: { page: pageNumber, limit: POSTS_PAGE_SIZE, status: 'published', ...queryOf(filters, timeZone) },
  });
