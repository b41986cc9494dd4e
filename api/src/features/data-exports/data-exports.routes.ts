import Router from '@koa/router';
import type { Context } from 'koa';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/data-exports.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { givesBytes, sendFile } from '../../http/send-file.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import type { DataExport } from './data-exports.repository.ts';
import type { DataExportsService } from './data-exports.service.ts';

export function dataExportsRoutes(exports: DataExportsService): Router {
  const router = new Router();

  handle(router, contract.listDataExports, async ({ session }) => ({
    exports: (await exports.list(session.facebookId)).map(present),
  }));

  handle(router, contract.createDataExport, async ({ session, request }) =>
    present(await exports.ask({ session, ip: request.ip })),
  );

  handle(router, contract.deleteDataExport, async ({ params, session }) => {
    await exports.remove(session.facebookId, params.id);
    return done;
  });

  router.get(contract.dataExportFilePath(':id'), async (ctx) => {
    const session = personIn(ctx);
    const id = /^[1-9]\d{0,14}$/.exec(String(ctx.params['id']))?.[0];
    if (id === undefined) throw new NotFoundError('There is no such export.');
    const asker = { session, ip: ctx.state['ip'] as string };
    const { file, open } = await exports.open(asker, Number(id), {
      isDownload: ({ bytes, sha256: tag }) => givesBytes(ctx, { bytes, tag }),
    });
    const name = `pagecast-data-${file.madeAt.toISOString().slice(0, 10)}.zip`;
    const { bytes, mimeType, sha256: tag } = file;
    const disposition = `attachment; filename="${name}"`;
    sendFile(ctx, { bytes, mimeType, tag, disposition, cacheControl: 'private, no-store' }, open);
  });

  return router;
}

/**
 * The person themselves, logged in in a browser: a program's call has no session here.
 * @throws ForbiddenError while an administrator impersonates them
 */
function personIn(ctx: Context): Session {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  if (session.impersonator !== null)
    throw new ForbiddenError(`You're impersonating ${session.name} and can't download their data. Press Stop first.`);
  return session;
}

function present({ askedAt, expiresAt, ...rest }: DataExport): contract.DataExport {
  return { ...rest, askedAt: askedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
}
