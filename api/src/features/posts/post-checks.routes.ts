import Router from '@koa/router';
import { checkPost } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { LinkLimits } from '../link-limits/link-limits.feature.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { OtherPost, PostChecksRepository } from './post-checks.repository.ts';

export function postChecksRoutes({
  checks,
  linkLimits,
  mayOnPage,
}: {
  checks: PostChecksRepository;
  linkLimits: Pick<LinkLimits, 'othersOf'>;
  mayOnPage: PageRights['mayOnPage'];
}): Router {
  const router = new Router();

  handle(router, checkPost, async ({ body, session, request }) => {
    const found = await mayOnPage(session, body.facebookPageId, 'see');
    if (found === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    const of = { pageId: body.facebookPageId, postId: body.postId ?? null };
    const at = body.scheduledAt ? new Date(body.scheduledAt) : null;
    const [repetitions, near, links] = await Promise.all([
      checks.repetitions(found.owner, { ...of, content: body.content }, request.signal()),
      checks.near(found.owner, { ...of, at }),
      // What its owner allows and has counted is for them alone.
      found.role === 'owner' ? linkLimits.othersOf(session, { ...of, at, content: body.content }) : null,
    ]);
    const shown = presentTo(session);
    return { repetitions: repetitions.map(shown), near: near.map(shown), links };
  });

  return router;
}

const presentTo =
  ({ userId }: Owner) =>
  <Other extends OtherPost>({ authorId, authorName, ...other }: Other) => ({
    ...other,
    at: other.at.toISOString(),
    author: authorId === userId ? null : { name: authorName },
  });
