import Router from '@koa/router';
import type { Context } from 'koa';
import * as contract from '../../contract/sheets.ts';
import { answerCsv } from '../../http/csv.ts';
import { InvalidInputError, UnauthorizedError } from '../../http/errors.ts';
import { queryOf } from '../../http/query.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { canonicalTimeZone, timeZoneOf } from '../../http/time-zone.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { postsCsv, templateCsv } from './sheet-csv.ts';
import type { sheetExportsRepository } from './sheet-exports.repository.ts';

interface Deps {
  readonly exports: ReturnType<typeof sheetExportsRepository>;
  readonly pages: Pick<Pages, 'repository'>;
}

/** Sheets to take away. They answer CSV, so they are no calls of the contract. */
export function sheetExportsRoutes({ exports, pages }: Deps): Router {
  const router = new Router();

  router.get(contract.SHEET_EXPORT_PATH, (ctx) => {
    const session = sessionOf(ctx);
    const query = contract.SheetExportQuery.safeParse(queryOf(ctx));
    if (!query.success)
      throw InvalidInputError.of(query.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    const { what, timeZone = timeZoneOf(ctx, session) } = query.data;
    const zone = canonicalTimeZone(timeZone);
    if (zone === null)
      throw InvalidInputError.of([{ path: 'timeZone', message: 'Must be a time zone such as Asia/Kuala_Lumpur' }]);
    answerCsv(ctx, `pagecast-${what}.csv`, postsCsv(exports, session, { what, timeZone: zone }));
  });

  router.get(contract.SHEET_TEMPLATE_PATH, async (ctx) => {
    const session = sessionOf(ctx);
    const [page] = await pages.repository.list(session);
    const template = templateCsv({ page: page?.name ?? null, timeZone: timeZoneOf(ctx, session), now: new Date() });
    answerCsv(ctx, 'pagecast-template.csv', whole(template));
  });

  return router;
}

async function* whole(text: string): AsyncIterable<string> {
  yield text;
}

function sessionOf(ctx: Context): Session {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  return session;
}
