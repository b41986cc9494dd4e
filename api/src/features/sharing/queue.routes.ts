import Router from '@koa/router';
import * as contract from '../../contract/queue.ts';
import { EXCERPT_LENGTH } from '../../contract/waiting-posts.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { present, presentPlanned } from '../posts/posts.present.ts';
import { periodOfCalendar } from '../posts/waiting-posts.routes.ts';
import type { ReadStory } from '../timeline/story.ts';
import type { QueuedEntry, QueueRepository } from './queue.repository.ts';

interface Deps {
  readonly queue: QueueRepository;
  readonly story: ReadStory;
}

/** What others have planned, to see. */
export function queueRoutes({ queue, story }: Deps): Router {
  const router = new Router();

  handle(router, contract.listQueue, async ({ query, session, request }) => {
    const { posts, isCut } = await queue.list(
      session,
      {
        ...periodOfCalendar(query.from, query.to),
        ...(query.facebookPageId === undefined ? {} : { facebookPageId: query.facebookPageId }),
        limit: contract.QUEUE_MAX_POSTS,
        excerptLength: EXCERPT_LENGTH,
      },
      request.signal(),
    );
    return { posts: posts.map(presentEntry), isCut };
  });

  handle(router, contract.readQueuedPost, async ({ params, session }) => {
    const seen = await queue.ownerOf(session, params.id);
    const told = seen === null ? null : await story(seen.owner, params.id);
    if (seen === null || told === null) throw new NotFoundError('This post no longer exists.');
    return {
      // Its files are served to their owner alone.
      post: { ...present({ ...told.post, media: [] }), facebookPageId: seen.page, pageName: seen.pageName },
      author: { name: seen.authorName },
      role: seen.role,
      entries: told.entries.map((entry) => (entry.kind === 'written' ? { ...entry, generation: null } : entry)),
    };
  });

  return router;
}

function presentEntry(entry: QueuedEntry): contract.QueuedPost {
  return {
    ...presentPlanned(entry),
    facebookPageId: entry.facebookPageId,
    placement: entry.placement,
    matches: true,
    author: { name: entry.authorName },
    role: entry.role,
  };
}
