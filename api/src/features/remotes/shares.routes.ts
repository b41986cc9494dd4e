import Router from '@koa/router';
import * as contract from '../../contract/release-shares.ts';
import { handle } from '../../http/handle.ts';
import type { ReleaseHolder } from '../../http/release-holder.ts';
import { actorOf } from '../audit/audit.repository.ts';
import { nextStep, type Share } from './release-shares.repository.ts';
import { assertMay, teamOf, type TeamDeps } from './releasing.routes.ts';
import type { How } from './share-growth.ts';
import { reasonWords } from './share-words.ts';
import type { ReleaseJudge } from './release-judge.ts';
import type { SharesService } from './shares.service.ts';

const BY_HAND: How = { reason: { code: 'by-hand', params: {} } };

/** Versions that a part of all people gets first, for administrators and for the teams of areas. */
export function sharesRoutes({
  shares,
  judge,
  ...team
}: TeamDeps & { readonly shares: SharesService; readonly judge: Pick<ReleaseJudge, 'verdicts'> }): Router {
  const router = new Router();

  handle(router, contract.listReleaseShares, async () => {
    const shown = await shares.shown();
    const verdicts = await judge.verdicts(shown.map(({ id }) => id));
    return shown.map((share) => ({ ...present(share), verdict: verdicts.get(share.id) ?? null }));
  });

  handle(router, contract.shareRelease, async ({ session, request, params, body }) =>
    present(
      await shares.share(actorOf(session, request), params.name, body, {
        ...BY_HAND,
        withoutRobot: body.withoutRobot === true ? 'by hand' : null,
      }),
    ),
  );

  handle(router, contract.promoteShare, async ({ session, request, params, body }) =>
    present(await shares.promote(actorOf(session, request), params.name, body.seen, BY_HAND)),
  );

  handle(router, contract.abortShare, async ({ session, request, params, body }) =>
    present(await shares.abort(actorOf(session, request), params.name, body.seen, BY_HAND)),
  );

  handle(router, contract.shareReleasedArea, async ({ holder, request, params, body }) =>
    present(
      await shares.share(teamOf(team, holder, request), params.name, body, {
        ...howOf(holder, params.name),
        withoutRobot: body.withoutRobot ?? null,
      }),
    ),
  );

  handle(router, contract.promoteReleasedArea, async ({ holder, request, params, body }) =>
    present(await shares.promote(teamOf(team, holder, request), params.name, body.seen, howOf(holder, params.name))),
  );

  handle(router, contract.abortReleasedArea, async ({ holder, request, params, body }) => {
    const how = howOf(holder, params.name);
    // Who may go back may also leave a way that was only begun.
    if (!holder.rights.includes('rollback')) assertMay(holder, params.name, 'move');
    return present(await shares.abort(teamOf(team, holder, request), params.name, body.seen, how));
  });

  return router;
}

/** @throws ForbiddenError for another area than the token's */
function howOf(holder: ReleaseHolder, area: string): How {
  assertMay(holder, area, null);
  return {
    ...BY_HAND,
    provenance: { token: holder.name },
    allow: (direction) => assertMay(holder, area, direction),
  };
}

function present(share: Share): contract.ReleaseShare {
  const { id, name, version, baseVersion, percent, people, state, reason } = share;
  const step = nextStep(share.plan, percent);
  return {
    id,
    name,
    version,
    baseVersion,
    percent,
    people: [...people],
    state,
    startedAt: share.startedAt.toISOString(),
    next: state === 'growing' ? { percent: step?.percent ?? 100, at: share.stepAt?.toISOString() ?? null } : null,
    endedAt: share.endedAt?.toISOString() ?? null,
    reason: reason === null ? null : { ...reason, message: reasonWords(reason) },
  };
}
