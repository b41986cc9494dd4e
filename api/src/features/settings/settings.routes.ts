import Router from '@koa/router';
import type { Knex } from 'knex';
import * as contract from '../../contract/settings.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { canonicalTimeZone } from '../../http/time-zone.ts';

export function settingsRoutes({ db }: { db: Knex }): Router {
  const router = new Router();

  async function read(userId: number): Promise<contract.Settings> {
    const row = await db<{ id: number; time_zone: string | null; theme: contract.Theme }>('users')
      .where({ id: userId })
      .first('time_zone', 'theme');
    return { timeZone: row?.time_zone ?? null, theme: row?.theme ?? 'system' };
  }

  handle(router, contract.readSettings, async ({ session }) => read(session.userId));

  handle(router, contract.updateSettings, async ({ session, body }) => {
    const timeZone = body.timeZone == null ? body.timeZone : canonicalTimeZone(body.timeZone);
    if (timeZone === null && body.timeZone !== null) {
      throw InvalidInputError.of([{ path: 'timeZone', message: 'Must be a zone such as Asia/Kuala_Lumpur' }]);
    }
    const changes = {
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      ...(body.theme === undefined ? {} : { theme: body.theme }),
    };
    if (Object.keys(changes).length > 0) await db('users').where({ id: session.userId }).update(changes);
    return read(session.userId);
  });

  return router;
}
