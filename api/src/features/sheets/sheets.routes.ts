import Router from '@koa/router';
import type { Knex } from 'knex';
import * as contract from '../../contract/sheets.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { changeRow } from './change-row.ts';
import { comparedRows } from './compared-rows.ts';
import { GONE, type fetchingImages } from './fetch-images.ts';
import type { importingSheets } from './import-sheet.ts';
import { importedBefore } from './imported-before.ts';
import type { readingSheets } from './read-sheet.ts';
import { presentPreview, presentSheet } from './sheets.present.ts';
import { sheetsRepository } from './sheets.repository.ts';
import type { uploadingSheets } from './upload-sheet.ts';

interface Deps extends ReturnType<typeof uploadingSheets>, ReturnType<typeof readingSheets> {
  readonly db: Knex;
  readonly fetchSome: ReturnType<typeof fetchingImages>;
  readonly imports: ReturnType<typeof importingSheets>;
}

const UNNAMED = 'Sheet';

export function sheetsRoutes({ db, upload, checked, fetchSome, imports }: Deps): Router {
  const router = new Router();

  handle(router, contract.uploadSheet, async ({ query, session, request }) =>
    presentSheet(
      await upload(session, {
        name: query.name?.trim() || UNNAMED,
        timeZone: request.timeZone,
        worksheet: query.worksheet ?? null,
        bytes: (await request.file()).bytes,
      }),
    ),
  );

  handle(router, contract.previewSheet, async ({ params, body, session }) => {
    const sheet = await sheetsRepository(db).find(session, params.id);
    if (sheet === null || sheet.made !== null) throw new NotFoundError(GONE);
    const read = await comparedRows(db, session, await checked(db, session, sheet, body.reading));
    const before = await importedBefore(db, session, read);
    return presentPreview(read, { before, page: body.page ?? 1, onlyProblems: body.only === 'problems' });
  });

  handle(router, contract.readSheetRow, async ({ params, session }) => {
    const cells = await sheetsRepository(db).cellsOf(session, params.id, params.row);
    if (cells === null) throw new NotFoundError(GONE);
    return { row: params.row, cells: [...cells] };
  });

  handle(router, contract.updateSheetRow, async ({ params, body, session }) => ({
    columns: await changeRow(db, session, params, body),
  }));

  handle(router, contract.checkSheetImages, ({ params, body, session }) => fetchSome(session, params.id, body.reading));

  handle(router, contract.importSheet, ({ params, body, session, request }) =>
    imports.import(
      session,
      params.id,
      {
        reading: body.reading,
        skipProblems: body.skipProblems ?? false,
        again: body.again ?? false,
        posts: body.posts ?? null,
        mark: body.mark ?? null,
      },
      request.idempotencyKey,
    ),
  );

  return router;
}
