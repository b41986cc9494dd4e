import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/releases.ts';
import { databaseTime } from '../../db/clock.ts';
import { InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';
import { releaseTokensRepository, type ReleaseToken } from './release-tokens.repository.ts';

/** Tokens as administrators make and end them. */
export function releaseTokensRoutes({ db }: { db: Knex }): Router {
  const router = new Router();

  handle(router, contract.listReleaseTokens, async () => (await releaseTokensRepository(db).list()).map(present));

  handle(router, contract.createReleaseToken, async ({ session, request, body }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    if (expiresAt !== null && expiresAt <= (await databaseTime(db)))
      throw InvalidInputError.of([{ path: 'expiresAt', message: 'Must be in the future' }]);
    return db.transaction(async (trx) => {
      const created = await releaseTokensRepository(trx).create({ ...body, expiresAt, isOfCommand: false });
      await auditRepository(trx).record(actorOf(session, request), {
        action: 'releases.token-created',
        subject: created.name,
        after: factsOf(created),
      });
      return { ...present(created), token: created.token };
    });
  });

  handle(router, contract.deleteReleaseToken, async ({ session, request, params }) => {
    await db.transaction(async (trx) => {
      const removed = await releaseTokensRepository(trx).remove(params.id);
      if (removed === null) throw new NotFoundError('This release token no longer exists.');
      await auditRepository(trx).record(actorOf(session, request), {
        action: 'releases.token-deleted',
        subject: removed.name,
        before: factsOf(removed),
      });
    });
    return done;
  });

  return router;
}

function present(token: ReleaseToken): contract.ReleaseToken {
  return {
    ...token,
    rights: [...token.rights],
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
  };
}

function factsOf({ area, rights, expiresAt }: ReleaseToken): object {
  return { area, rights: rights.join(', '), expiresAt };
}
