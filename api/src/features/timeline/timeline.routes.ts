import Router from '@koa/router';
import { postTimeline } from '../../contract/timeline.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { present } from '../posts/posts.present.ts';
import type { ReadStory } from './story.ts';

export function timelineRoutes({ story }: { story: ReadStory }): Router {
  const router = new Router();

  handle(router, postTimeline, async ({ params, session }) => {
    const told = await story(session, params.id);
    if (told === null) throw new NotFoundError('This post no longer exists.');
    // Where it was before is no business of a token that is not for that page.
    const entries = session.onlyPages
      ? told.entries.map((entry) =>
          entry.kind === 'edited' ? { ...entry, edits: entry.edits.filter(({ field }) => field !== 'page') } : entry,
        )
      : told.entries;
    return { post: present(told.post), entries, standing: told.standing };
  });

  return router;
}
