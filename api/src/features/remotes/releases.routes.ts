import Router from '@koa/router';
import * as contract from '../../contract/remotes.ts';
import { readReleaseParts } from '../../contract/releases.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { actorOf } from '../audit/audit.repository.ts';
import { areaLabel } from './area-label.ts';
import { outsideHost } from './built-release.ts';
import { isFirst } from './chosen-release.ts';
import type { ReleasesService } from './releases.service.ts';
import { UNSEEN, type RemoteLoadsRepository } from './remote-loads.repository.ts';
import type { KnownRelease } from './release-row.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import { robotAllows } from './robot-gate.ts';
import type { ReleaseTrust } from './trust.ts';
import type { Passports } from './passports.ts';

interface Deps {
  readonly remotes: RemotesRepository;
  readonly passports: Passports;
  readonly trust: ReleaseTrust;
  readonly releases: ReleasesService;
  readonly loads: RemoteLoadsRepository;
}

/** The registry as administrators see and move it. */
export function releasesRoutes({ remotes, releases, passports, trust, loads }: Deps): Router {
  const router = new Router();
  const stateOf = releaseStates({ passports, trust });

  handle(router, contract.listReleases, async () => {
    const [known, pointers, health, current] = await Promise.all([
      remotes.known(),
      remotes.pointers(),
      loads.health(),
      remotes.current(),
    ]);
    const states = await Promise.all(
      [...known].map(async ([name, versions]) => {
        const nav = current.find((release) => release.name === name)?.nav ?? [];
        const { all = UNSEEN, versions: arrivals } = health.get(name) ?? {};
        const state: contract.RemoteState = {
          name,
          label: areaLabel(name, nav),
          revision: pointers.get(name)?.revision ?? 0,
          movedAt: pointers.get(name)?.movedAt.toISOString() ?? null,
          releases: await Promise.all(
            versions.map(async (known) => ({
              ...(await stateOf(name, known)),
              ...(name !== contract.SHELL && { health: arrivals?.get(known.version) ?? UNSEEN }),
            })),
          ),
          mayWithdraw: isFirst(name, versions),
          health: all,
        };
        return { state, order: Math.min(...nav.map(({ order }) => order)) };
      }),
    );
    return states
      .toSorted((a, b) => a.order - b.order || (a.state.name < b.state.name ? -1 : 1))
      .map(({ state }) => state);
  });

  handle(router, readReleaseParts, async ({ params }) => {
    const parts = await passports.readParts(params);
    if (parts === null) throw new NotFoundError(`There is no list of parts of ${params.name} ${params.version}.`);
    return JSON.parse(parts) as { bomFormat: 'CycloneDX' };
  });

  handle(router, contract.moveRelease, async ({ session, request, params, body }) =>
    releases.moveTo(actorOf(session, request), params.name, body.version, body.revision, {
      withoutRobot: body.withoutRobot === true ? 'by hand' : null,
    }),
  );

  return router;
}

/** A version as administrators read it: as the registry has it, and as its papers have it. */
function releaseStates({ passports, trust }: Pick<Deps, 'passports' | 'trust'>) {
  return async (name: string, release: KnownRelease) => {
    const { trust: verdict, signedBy, papers } = await trust.judge({ ...release, name });
    return {
      version: release.version,
      gitCommit: release.gitCommit,
      source: release.source,
      status: release.status,
      isTakenBack: release.isTakenBack,
      isWaiting: release.isWaiting,
      host: outsideHost(release.manifestUrl),
      createdAt: release.createdAt.toISOString(),
      trust: verdict,
      signedBy,
      builder: papers?.provenance?.builder ?? null,
      lockfile: papers?.provenance?.lockfile ?? null,
      robot: release.robot,
      needsRobot: !robotAllows(release),
      hasParts: (await passports.readParts({ ...release, name })) !== null,
    };
  };
}
