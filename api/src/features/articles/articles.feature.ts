import type { Posts } from '../posts/posts.feature.ts';
import { articlesRoutes } from './articles.routes.ts';

/** What goes to the tech site right away. */
export function createArticles({ posts }: { posts: Posts }) {
  return { routes: [articlesRoutes({ posts })] };
}
