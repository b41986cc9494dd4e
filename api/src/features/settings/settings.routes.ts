import Router from '@koa/router';
import type { Knex } from 'knex';
import * as contract from '../../contract/settings.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { canonicalTimeZone } from '../../http/time-zone.ts';
import { mailsRepository } from '../mail/mails.repository.ts';
import { accountsRepository } from '../users/accounts.repository.ts';

export function settingsRoutes({ db }: { db: Knex }): Router {
  const router = new Router();

  const accounts = accountsRepository(db);

  handle(router, contract.readSettings, async ({ session }) => accounts.settings(session.userId));

  handle(router, contract.updateSettings, async ({ session, body }) => {
    const timeZone = body.timeZone == null ? body.timeZone : canonicalTimeZone(body.timeZone);
    if (timeZone === null && body.timeZone !== null) {
      throw InvalidInputError.of([{ path: 'timeZone', message: 'Must be a zone such as Asia/Kuala_Lumpur' }]);
    }
    await db.transaction(async (trx) => {
      await accountsRepository(trx).setSettings(session.userId, {
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(body.theme === undefined ? {} : { theme: body.theme }),
      });
      // Their quiet hours end at another moment.
      if (timeZone !== undefined) await mailsRepository(trx).lookAgain(session);
    });
    return accounts.settings(session.userId);
  });

  return router;
}
