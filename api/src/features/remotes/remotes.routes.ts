import Router from '@koa/router';
import type { Logger } from 'pino';
import * as contract from '../../contract/remotes.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { sendStatic, YEAR_MS } from '../../http/send-static.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { previewedReleases } from './previewed-releases.ts';
import type { Previews } from './previews.ts';
import { PROOF_HEADER, VERIFICATION_HEADER, type Verification } from './verification.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import type { PageTrust } from './page-trust.ts';
import type { RobotPasses } from './robot-passes.ts';
import { shownTo } from './share-assignment.ts';

/** Its files, its routes and its calls are for administrators. */
export const ADMIN_REMOTE = 'mf_admin';

const RELEASED_FILE = new RegExp(`^/remotes/(${contract.REMOTE_NAME_SHAPE})/(\\w[\\w.+-]*)/(.+)$`);

/**
 * The releases that this visitor may load.
 * @param tried the one that a robot tries
 */
export function visibleTo<R extends { readonly name: string }>(
  session: Session | null,
  releases: readonly R[],
  tried?: string,
): R[] {
  return releases.filter(({ name }) => name !== ADMIN_REMOTE || session?.isAdmin === true || name === tried);
}

interface Deps {
  readonly remotes: RemotesRepository;
  readonly trust: PageTrust;
  readonly files: ReleaseFiles;
  readonly verification: Verification;
  readonly previews: Previews;
  readonly robots: RobotPasses;
  readonly log: Logger;
}

export function remotesRoutes({ remotes, trust, files, verification, previews, robots, log }: Deps): Router {
  const router = new Router();

  handle(router, contract.listRemotes, async ({ session, request }) => {
    const open = session === null ? [] : previews.opened(request.cookies);
    const registry = await remotes.shown();
    for (const { name: remote, version, reason } of registry.unreadable)
      log.error({ remote, version, reason }, 'release entry unreadable');
    const { areas } = shownTo(session, registry);
    const { releases, shown } = await previewedReleases(remotes, areas, open);
    return { remotes: await trust.withPassports(visibleTo(session, releases), shown) };
  });

  router.get('/remotes{/*address}', async (ctx) => {
    const session = ctx.state[SESSION_STATE] as Session | null;
    // Taken from the path as it was sent: what is decoded here would be decoded once more below.
    const [, name = '', version = '', file = ''] = RELEASED_FILE.exec(ctx.path) ?? [];
    const isAdminOnly = name === ADMIN_REMOTE;
    const robot = session === null ? robots.of(ctx) : null;
    const isOfRobot = robot?.name === name && robot.version === version;
    const isVerified = verification.isPass({ name, version }, ctx.get(VERIFICATION_HEADER));
    if (isVerified) ctx.set(PROOF_HEADER, verification.proof({ name, version }));
    if (file === '' || (isAdminOnly && session?.isAdmin !== true && !isVerified && !isOfRobot))
      throw new NotFoundError('There is no such file.');
    // What only some may see must not stay in a cache that others share.
    if (isAdminOnly) ctx.set('cache-control', 'private, no-cache');
    await files.has({ name, version });
    await sendStatic(ctx, file, { root: files.folderOf({ name, version }), immutable: true, maxAge: YEAR_MS });
  });

  return router;
}
