import Router from '@koa/router';
import type { Knex } from 'knex';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/invitations.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { accessRepository } from '../access/access.repository.ts';
import { invitationsRepository } from './invitations.repository.ts';

const NOT_USABLE = 'Invalid or expired invitation code';
const BLOCKED = 'This account has been blocked. An invitation code does not change that.';

export function invitationsRoutes({ db, codeLimit }: { db: Knex; codeLimit: RateLimit }): Router {
  const router = new Router();

  handle(router, contract.validateInvitation, async ({ body, request }) => {
    await codeLimit(request.ip);
    return { valid: await invitationsRepository(db).isUsable(body.code) };
  });

  handle(router, contract.redeemInvitationCode, async ({ body, request }) => {
    await codeLimit(request.ip);
    await db.transaction(async (trx) => {
      const access = accessRepository(trx);
      if (await access.whitelist(body.facebookId, body.name)) {
        // Thrown inside the transaction: without a use of the code the account is not let in.
        if (!(await invitationsRepository(trx).spend(body.code))) throw refusal(NOT_USABLE);
        return;
      }
      // Somebody who is in already does not use a code up.
      if ((await access.find(body.facebookId))?.type === 'blacklist') throw refusal(BLOCKED);
    });
    return done;
  });

  return router;
}

/** The screens read the sentence in `error`. */
function refusal(sentence: string): InvalidInputError {
  return new InvalidInputError(sentence, { error: sentence });
}
