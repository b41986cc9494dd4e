import Router from '@koa/router';
import type * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import * as contract from '../../contract/releases.ts';
import { ForbiddenError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { ReleaseHolder } from '../../http/release-holder.ts';
import { COMMAND_LINE, type Actor } from '../audit/audit.repository.ts';
import type { Compatibility } from './compatibility/compatibility.ts';
import type { IncomingFiles } from './incoming-files.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleasesService } from './releases.service.ts';
import type { ReleasingService } from './releasing.service.ts';
import type { RemotesRepository } from './remotes.repository.ts';

export interface TeamDeps {
  currentEnvironment(): Environment;
}

interface Deps extends TeamDeps {
  readonly remotes: RemotesRepository;
  readonly files: ReleaseFiles;
  readonly incoming: IncomingFiles;
  readonly releases: ReleasesService;
  readonly releasing: ReleasingService;
  readonly compatibility: Pick<Compatibility, 'uses'>;
}

/** Areas as their teams release them from elsewhere, with a token. */
export function releasingRoutes({
  remotes,
  files,
  incoming,
  releases,
  releasing,
  compatibility,
  currentEnvironment,
}: Deps): Router {
  const router = new Router();
  const knownOf = async (area: string) => (await remotes.known()).get(area) ?? [];
  const actorOf = (holder: ReleaseHolder, request: { readonly ip: string }) =>
    teamOf({ currentEnvironment }, holder, request);

  handle(router, contract.readReleasedArea, async ({ holder, params }) => {
    assertMay(holder, params.name, null);
    const known = await knownOf(params.name);
    return {
      revision: (await remotes.pointers()).get(params.name)?.revision ?? 0,
      current: known.find(({ status }) => status === 'current')?.version ?? null,
      versions: known.map(({ version }) => version),
      robots: Object.fromEntries(known.map(({ version, robot }) => [version, robot])),
    };
  });

  handle(router, contract.planRelease, async ({ holder, params, body }) => {
    assertMay(holder, params.name, 'stage');
    const versions = (await knownOf(params.name)).map(({ version }) => files.folderOf({ name: params.name, version }));
    return { missing: await incoming.missing(params.name, body.files, versions) };
  });

  handle(router, contract.sendReleaseFile, async ({ holder, params, query, request }) => {
    assertMay(holder, params.name, 'stage');
    if (query.offset >= query.bytes) throw new NotFoundError('There is nothing behind the end of the file.');
    const file = { hash: params.hash, bytes: query.bytes };
    return { offset: await incoming.append(params.name, file, query.offset, async () => (await request.file()).bytes) };
  });

  handle(router, contract.releaseVersion, async ({ holder, params, body, request }) => {
    assertMay(holder, params.name, 'stage');
    if (body.as === 'current') assertMay(holder, params.name, 'move');
    if (body.breaking) assertMayBreak(holder);
    return releasing.release(actorOf(holder, request), wantedOf(holder, params.name, body));
  });

  handle(router, contract.listReleasedUses, async ({ holder, params }) => {
    assertMay(holder, params.name, null);
    return compatibility.uses();
  });

  handle(router, contract.moveReleasedArea, async ({ holder, params, body, request }) => {
    assertMay(holder, params.name, null);
    return releases.moveTo(actorOf(holder, request), params.name, body.version, body.revision ?? null, {
      provenance: provenanceOf(holder, body),
      withoutRobot: body.withoutRobot ?? null,
      allow: (direction) => assertMay(holder, params.name, direction),
    });
  });

  return router;
}

/** A release as its team sends it. */
function wantedOf(
  holder: ReleaseHolder,
  area: string,
  {
    files,
    as,
    revision,
    baseUrl,
    passport,
    signedDetails,
    parts,
    robot,
    withoutRobot,
    breaking,
    ...provenance
  }: z.output<(typeof contract.releaseVersion)['body']>,
) {
  return {
    area,
    files,
    as,
    revision: revision ?? null,
    baseUrl: baseUrl ?? null,
    gitCommit: provenance.commit ? `${provenance.commit.slice(0, 12)}${provenance.isDirty === true ? '+' : ''}` : null,
    token: holder.name,
    isRobotFirst: robot === 'first',
    withoutRobot: withoutRobot ?? null,
    breaking: breaking ?? null,
    provenance,
    passport: passport ?? null,
    signedDetails: signedDetails ?? null,
    parts: parts ?? null,
  };
}

/** Whoever holds a token, as the audit log names them. */
export function teamOf(
  { currentEnvironment }: TeamDeps,
  holder: ReleaseHolder,
  { ip }: { readonly ip: string },
): Actor {
  return {
    person: holder.isOfCommand
      ? COMMAND_LINE
      : { facebookId: `release-token-${holder.id}`, name: `Release token ${holder.name}` },
    impersonated: null,
    environment: currentEnvironment(),
    ip,
  };
}

const TO_DO: Record<contract.ReleaseRight, string> = {
  stage: 'add versions',
  move: 'make newer versions current',
  rollback: 'go back to older versions',
};

/** @throws ForbiddenError for another area than the token's, and for what it has no right to */
export function assertMay(holder: ReleaseHolder, area: string, right: contract.ReleaseRight | null): void {
  if (holder.area !== area)
    throw new ForbiddenError(
      `The release token "${holder.name}" is for ${holder.area}, not for ${area}. ` +
        `An administrator can make one for ${area} in the Admin Panel, under Releases.`,
    );
  if (right !== null && !holder.rights.includes(right))
    throw new ForbiddenError(
      `The release token "${holder.name}" may not ${TO_DO[right]} of ${area}. ` +
        'An administrator can make one that may, in the Admin Panel, under Releases.',
    );
}

/** What others need is for an administrator to weigh, not for the team of one area. */
function assertMayBreak({ name, isOfCommand }: ReleaseHolder): void {
  if (!isOfCommand)
    throw new ForbiddenError(
      `The release token "${name}" may not release what breaks others. ` +
        'An administrator can, on the machine of Pagecast: npm run release -- AREA --breaking "why".',
    );
}

function provenanceOf(holder: ReleaseHolder, { commit, isDirty, ciRun }: contract.Provenance): object {
  return { token: holder.name, commit: commit ?? null, isDirty: isDirty ?? null, ciRun: ciRun ?? null };
}
