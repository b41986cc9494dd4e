import Router from '@koa/router';
import { postTimeline } from '../../contract/timeline.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { present } from '../posts/posts.present.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { timelineOf } from './timeline.present.ts';
import type { TimelineRepository } from './timeline.repository.ts';

export function timelineRoutes({ posts, timeline }: { posts: PostsRepository; timeline: TimelineRepository }): Router {
  const router = new Router();

  handle(router, postTimeline, async ({ params, session }) => {
    const [post, traces] = await Promise.all([posts.find(session, params.id), timeline.find(session, params.id)]);
    if (post === null || traces === null) throw new NotFoundError('This post no longer exists.');
    return { post: present(post), entries: timelineOf(post, traces) };
  });

  return router;
}
