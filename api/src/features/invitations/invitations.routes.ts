import Router from '@koa/router';
import type { Knex } from 'knex';
import { done, type Environment } from '../../contract/common.ts';
import * as contract from '../../contract/invitations.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';
import { invitationsRepository, type Invitation } from './invitations.repository.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { PendingLogins } from './pending-login.ts';

interface Deps {
  readonly db: Knex;
  readonly service: InvitationsService;
  readonly pending: PendingLogins;
  readonly codeLimit: RateLimit;
  currentEnvironment(): Environment;
}

export function invitationsRoutes({ db, service, pending, codeLimit, currentEnvironment }: Deps): Router {
  const router = new Router();

  handle(router, contract.listInvitationCodes, async () => (await invitationsRepository(db).list()).map(present));

  handle(router, contract.createInvitationCode, async ({ session, request, body }) =>
    present(
      await db.transaction(async (trx) => {
        const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
        if (expiresAt !== null && expiresAt.getTime() <= Date.now())
          throw InvalidInputError.of([{ path: 'expiresAt', message: 'Must be in the future' }]);
        const created = await invitationsRepository(trx).create({
          code: body.code,
          description: body.description || null,
          maxUses: body.maxUses ?? null,
          expiresAt,
        });
        if (created === null) throw new ConflictError('This invitation code already exists. Choose another one.');
        await auditRepository(trx).record(actorOf(session, request), {
          action: 'invitations.created',
          subject: created.code,
          after: factsOf(created),
        });
        return created;
      }),
    ),
  );

  handle(router, contract.deleteInvitationCode, async ({ session, request, params }) => {
    await db.transaction(async (trx) => {
      const removed = await invitationsRepository(trx).remove(params.id);
      if (removed === null) throw new NotFoundError('This invitation code no longer exists.');
      await auditRepository(trx).record(actorOf(session, request), {
        action: 'invitations.deleted',
        subject: removed.code,
        before: factsOf(removed),
      });
    });
    return done;
  });

  handle(router, contract.validateInvitation, async ({ body, request }) => {
    await codeLimit(request.ip);
    return { valid: await invitationsRepository(db).isUsable(body.code) };
  });

  handle(router, contract.redeemInvitationCode, async ({ body, request }) => {
    await codeLimit(request.ip);
    await service.redeem(body.code, pending.find(request), { environment: currentEnvironment(), ip: request.ip });
    pending.forget(request);
    return done;
  });

  return router;
}

function present(code: Invitation): contract.InvitationCode {
  return { ...code, expiresAt: code.expiresAt?.toISOString() ?? null, createdAt: code.createdAt.toISOString() };
}

function factsOf({ description, maxUses, currentUses, expiresAt }: Invitation): object {
  return { description, maxUses, currentUses, expiresAt };
}
