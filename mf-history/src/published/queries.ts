import { listPosts, POSTS_PAGE_SIZE } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const publishedPosts = (pageNumber: number) =>
  apiQuery(listPosts, { query: { page: pageNumber, limit: POSTS_PAGE_SIZE, status: 'published' } });
