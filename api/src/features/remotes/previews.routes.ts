import Router from '@koa/router';
import * as contract from '../../contract/release-previews.ts';
import { SHELL } from '../../contract/remotes.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Previews } from './previews.ts';
import { assertMay } from './releasing.routes.ts';
import { visibleTo } from './remotes.routes.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/** Links to versions that are not current, and what opens one. */
export function previewsRoutes({ remotes, previews }: { remotes: RemotesRepository; previews: Previews }): Router {
  const router = new Router();

  async function linkTo(name: string, version: string): Promise<contract.PreviewLink> {
    const known = await remotes.version(name, version);
    if (known === null) throw new NotFoundError(`${name} has no version ${version}.`);
    if (known.isCurrent) throw new ConflictError(`${name} ${version} is current: everybody sees it without a link.`);
    return previews.link(name, version);
  }

  handle(router, contract.createPreviewLink, ({ params, body }) => linkTo(params.name, body.version));

  handle(router, contract.createTeamPreviewLink, async ({ holder, params, body }) => {
    assertMay(holder, params.name, 'stage');
    return linkTo(params.name, body.version);
  });

  handle(router, contract.openPreview, async ({ session, body, request }) => {
    const { name, version } = previews.read(body);
    const known = await remotes.version(name, version);
    // Who may not load an area is not told either which versions it has.
    if (known === null || visibleTo(session, [known.release]).length === 0)
      throw new NotFoundError(`${version} isn't kept anymore. Ask for a link to a newer version.`);
    if (!known.isCurrent) previews.open(request, body);
    return { to: name === SHELL ? '/' : (known.release.nav[0]?.to ?? known.release.paths[0] ?? '/') };
  });

  return router;
}
