import Router from '@koa/router';
import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import * as contract from '../../contract/session.ts';
import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import { fetchPicture } from '../../facebook/fetch-picture.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { NotFoundError, UnauthorizedError } from '../../http/errors.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import type { Users } from '../users/users.feature.ts';

interface Deps {
  readonly users: Pick<Users, 'userToken'>;
  readonly facebookAccounts: FacebookAccounts;
  readonly log: Logger;
  facebookApp(environment: Environment): FacebookApp | null;
}

/** The picture of whoever is logged in. */
export function profilePictureRoutes({ users, facebookAccounts, log, facebookApp }: Deps): Router {
  const router = new Router();

  // Not a call of the contract: it answers bytes.
  router.get(contract.PROFILE_PICTURE_PATH, async (ctx) => {
    const session = ctx.state[SESSION_STATE] as Session | null;
    if (session === null) throw new UnauthorizedError('Please log in.');
    const [app, token] = [facebookApp(session.environment), await users.userToken(session.userId)];
    const picture = app === null || token === null ? null : await pictureOf(app, token, session.facebookId);
    if (picture === null) throw new NotFoundError('There is no profile picture.');
    ctx.set('cache-control', 'private, max-age=3600');
    ctx.type = picture.type;
    ctx.body = picture.bytes;
  });

  /** A missing picture is no trouble: the screen shows initials. */
  async function pictureOf(app: FacebookApp, token: string, facebookId: string) {
    try {
      const url = await facebookAccounts.pictureUrl(app, token, facebookId);
      return url === null ? null : await fetchPicture(url);
    } catch (error) {
      log.debug({ err: error }, 'picture.failed');
      return null;
    }
  }

  return router;
}
