import Router from '@koa/router';
import type { Context } from 'koa';
import * as contract from '../../contract/sheets.ts';
import { answerCsv } from '../../http/csv.ts';
import { InvalidInputError, UnauthorizedError } from '../../http/errors.ts';
import { queryOf } from '../../http/query.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { canonicalTimeZone, timeZoneOf } from '../../http/time-zone.ts';
import { turns } from '../../http/turns.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { postsCsv, templateCsv } from './sheet-csv.ts';
import type { sheetExportsRepository } from './sheet-exports.repository.ts';

interface Deps {
  readonly exports: ReturnType<typeof sheetExportsRepository>;
  readonly pages: Pick<Pages, 'repository'>;
}

/** An export reads all that somebody has: one of each person at a time, however long they take to fetch it. */
const TURNS = {
  atOnce: Infinity,
  perPerson: 1,
  waiting: 3,
  waitMs: 60_000,
  refusal: () => 'Your other exports are still running. Wait until they are done, then try again.',
};

/** Sheets to take away. They answer CSV, so they are no calls of the contract. */
export function sheetExportsRoutes({ exports, pages }: Deps): Router {
  const router = new Router();
  const turn = turnUntilClosed();

  router.get(contract.SHEET_EXPORT_PATH, async (ctx) => {
    const session = sessionOf(ctx);
    const query = contract.SheetExportQuery.safeParse(queryOf(ctx));
    if (!query.success)
      throw InvalidInputError.of(query.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
    const { what, timeZone = timeZoneOf(ctx, session) } = query.data;
    const zone = canonicalTimeZone(timeZone);
    if (zone === null)
      throw InvalidInputError.of([{ path: 'timeZone', message: 'Must be a time zone such as Asia/Kuala_Lumpur' }]);
    await turn(ctx, session);
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

/** @returns waits for the turn of a call, which is over with its line @throws TooManyRequestsError */
function turnUntilClosed() {
  const inTurn = turns(TURNS);
  return async ({ res }: Context, { userId }: Session): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      res.once('close', resolve);
    });
    await new Promise<void>((begin, refuse) => {
      inTurn(userId, () => {
        begin();
        return closed;
      }).catch(refuse);
    });
  };
}

async function* whole(text: string): AsyncIterable<string> {
  yield text;
}

function sessionOf(ctx: Context): Session {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  return session;
}
