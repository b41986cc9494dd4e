import Router from '@koa/router';
import { checkPost } from '../../contract/composing.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { Moderate } from '../../ai/ai.ts';
import { checkText } from '../../text-checks/check-text.ts';
import { handle } from '../../http/handle.ts';
import type { LinkLimits } from '../link-limits/link-limits.feature.ts';
import type { PageRights } from '../page-rights/page-rights.ts';
import type { OtherPost, PostChecksRepository } from './post-checks.repository.ts';

export function postChecksRoutes({
  checks,
  linkLimits,
  moderate,
  mayOnPage,
}: {
  checks: PostChecksRepository;
  linkLimits: Pick<LinkLimits, 'othersOf'>;
  moderate: Moderate;
  mayOnPage: PageRights['mayOnPage'];
}): Router {
  const router = new Router();

  handle(router, checkPost, async ({ body, session, request }) => {
    const found = await mayOnPage(session, body.facebookPageId, 'see');
    if (found === null)
      throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
    const of = { pageId: body.facebookPageId, postId: body.postId ?? null };
    const at = body.scheduledAt ? new Date(body.scheduledAt) : null;
    const [repetitions, near, links, text] = await Promise.all([
      checks.repetitions(found.owner, { ...of, content: body.content }, request.signal()),
      checks.near(found.owner, { ...of, at }),
      // What its owner allows and has counted is for them alone.
      found.role === 'owner' ? linkLimits.othersOf(session, { ...of, at, content: body.content }) : null,
      checkText(body.content, body.asked ?? null, { moderate, signal: soon(request.signal()) }),
    ]);
    const shown = presentTo(session);
    return { repetitions: repetitions.map(shown), near: near.map(shown), links, text };
  });

  return router;
}

/** Somebody waits: an AI that is slow to say what it thinks of a text holds the rest up no longer than this. */
const WAITED_MS = 3000;
const soon = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(WAITED_MS)]);

const presentTo =
  ({ userId }: Owner) =>
  <Other extends OtherPost>({ authorId, authorName, ...other }: Other) => ({
    ...other,
    at: other.at.toISOString(),
    author: authorId === userId ? null : { name: authorName },
  });
