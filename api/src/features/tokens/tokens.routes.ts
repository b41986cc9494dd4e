import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/tokens.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';
import { tokensRepository, type Token } from './tokens.repository.ts';
import { createToken } from './tokens.service.ts';

/** Tokens as their person makes and ends them, at a screen and nowhere else. */
export function tokensRoutes({ db }: { db: Knex }): Router {
  const router = new Router();

  handle(router, contract.listTokens, async ({ session }) => (await tokensRepository(db).list(session)).map(present));

  handle(router, contract.createToken, async ({ session, request, body }) =>
    db.transaction(async (trx) => {
      const { secret, ...made } = await createToken(trx, {
        ...body,
        kind: 'personal',
        owner: session,
        pageIds: body.pageIds ?? null,
        trust: body.trust ?? null,
        expiresAt: body.expiresAt ? new Date(body.expiresAt) : null,
      });
      await auditRepository(trx).record(actorOf(session, request), {
        action: 'tokens.created',
        subject: made.name,
        after: factsOf(made),
      });
      return { ...present(made), token: secret ?? '' };
    }),
  );

  handle(router, contract.deleteToken, async ({ session, request, params }) => {
    await db.transaction(async (trx) => {
      const removed = await tokensRepository(trx).remove(session, params.id);
      if (removed === null) throw new NotFoundError('This token no longer exists.');
      await auditRepository(trx).record(actorOf(session, request), {
        action: 'tokens.revoked',
        subject: removed.name,
      });
    });
    return done;
  });

  return router;
}

function present(token: Token): contract.ApiToken {
  return {
    ...token,
    scopes: [...token.scopes],
    pageIds: token.pageIds === null ? null : [...token.pageIds],
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
  };
}

function factsOf({ scopes, pageIds, needsApproval, trust, expiresAt }: Token): object {
  return { scopes: scopes.join(', '), pageIds: pageIds?.join(', ') ?? null, needsApproval, trust, expiresAt };
}
