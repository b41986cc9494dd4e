import Router from '@koa/router';
import type { Logger } from 'pino';
import * as contract from '../../contract/remotes.ts';
import { done } from '../../contract/common.ts';
import { handle } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { actorOf } from '../audit/audit.repository.ts';
import { outsideHost } from './built-release.ts';
import type { ReleasesService } from './releases.service.ts';
import { UNSEEN, type RemoteLoadsRepository } from './remote-loads.repository.ts';
import type { RemotesRepository } from './remotes.repository.ts';

interface Deps {
  readonly remotes: RemotesRepository;
  readonly releases: ReleasesService;
  readonly loads: RemoteLoadsRepository;
  readonly reportLimit: RateLimit;
  readonly log: Logger;
}

const LABELS = new Intl.ListFormat('en-GB');

/** As administrators read it. */
function labelOf(name: string, nav: readonly contract.NavEntry[]): string {
  if (name === contract.SHELL) return 'Shell';
  return nav.length === 0 ? name : LABELS.format(nav.map(({ label }) => label));
}

/** The registry as administrators see and move it, and what browsers tell of it. */
export function releasesRoutes({ remotes, releases, loads, reportLimit, log }: Deps): Router {
  const router = new Router();

  handle(router, contract.listReleases, async () => {
    const [known, pointers, health, current] = await Promise.all([
      remotes.known(),
      remotes.pointers(),
      loads.health(),
      remotes.current(),
    ]);
    return [...known]
      .map(([name, versions]) => {
        const nav = current.find((release) => release.name === name)?.nav ?? [];
        const state: contract.RemoteState = {
          name,
          label: labelOf(name, nav),
          revision: pointers.get(name)?.revision ?? 0,
          movedAt: pointers.get(name)?.movedAt.toISOString() ?? null,
          releases: versions.map(
            ({ createdAt, version, gitCommit, source, status, isTakenBack, isWaiting, manifestUrl }) => ({
              version,
              gitCommit,
              source,
              status,
              isTakenBack,
              isWaiting,
              host: outsideHost(manifestUrl),
              createdAt: createdAt.toISOString(),
              ...(name !== contract.SHELL && { health: health.get(name)?.versions.get(version) ?? UNSEEN }),
            }),
          ),
          health: health.get(name)?.all ?? UNSEEN,
        };
        return { state, order: Math.min(...nav.map(({ order }) => order)) };
      })
      .toSorted((a, b) => a.order - b.order || (a.state.name < b.state.name ? -1 : 1))
      .map(({ state }) => state);
  });

  handle(router, contract.moveRelease, async ({ session, request, params, body }) =>
    releases.moveTo(actorOf(session, request), params.name, body.version, body.revision),
  );

  handle(router, contract.reportRemoteLoad, async ({ session, request, body: { message, ...load } }) => {
    await reportLimit(request.ip);
    const isKnown = await loads.add(load);
    if (isKnown && load.phase !== null)
      log.warn({ ...load, userId: session?.userId ?? null, reason: message }, 'remote.load-failed');
    return done;
  });

  return router;
}
