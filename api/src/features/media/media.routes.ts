import Router from '@koa/router';
import type { Context } from 'koa';
import * as contract from '../../contract/media.ts';
import { recordIfForAnother } from '../../http/impersonation.ts';
import { NotFoundError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { sendFile, setFileHeaders } from '../../http/send-file.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { fileNameIn } from './file-name.ts';
import type { imagesByAddress } from './images-by-address.ts';
import { presentMedia } from './media.present.ts';
import type { MediaService } from './media.service.ts';
import type { tusUploads } from './tus-uploads.ts';

/** Calls of the tus protocol that write, as the audit log names them. */
const UPLOAD_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['POST', 'media.begin-upload'],
  ['PATCH', 'media.continue-upload'],
  ['DELETE', 'media.cancel-upload'],
]);

/** A screen shows it, and asks each time whether it still may. */
const SHOWN = { disposition: 'inline', cacheControl: 'private, no-cache' } as const;

export function mediaRoutes({
  media,
  fetchImage,
  uploads,
}: {
  media: MediaService;
  fetchImage: ReturnType<typeof imagesByAddress>;
  uploads: ReturnType<typeof tusUploads>;
}): Router {
  const router = new Router();

  handle(router, contract.uploadMedia, async ({ query, session, request }) => {
    const { name, bytes } = await request.file();
    return presentMedia(await media.store(session, query.kind ?? null, bytes, fileNameIn(name)));
  });

  handle(router, contract.fetchImage, async ({ body, session }) =>
    presentMedia(await fetchImage(session, body.address)),
  );

  handle(router, contract.finishUpload, async ({ params, body, session }) =>
    presentMedia(await media.finishUpload(session, params.id, body.kind)),
  );

  const serveUpload = async (ctx: Context) => {
    const session = sessionOf(ctx);
    const action = UPLOAD_ACTIONS.get(ctx.method);
    if (action !== undefined) await recordIfForAnother(ctx, session, action);
    await uploads(ctx, session);
  };
  router.register(contract.MEDIA_UPLOADS_PATH, ['post', 'options'], serveUpload);
  router.register(`${contract.MEDIA_UPLOADS_PATH}/:id`, ['head', 'patch', 'delete'], serveUpload);

  router.get('/api/media/:id', (ctx) => sendMedia(ctx, media));
  router.get('/api/media/:id/thumbnail', (ctx) => sendThumbnail(ctx, media));

  return router;
}

async function sendMedia(ctx: Context, media: MediaService): Promise<void> {
  const { file, handle } = await media.read(sessionOf(ctx), idIn(ctx));
  sendFile(ctx, { ...SHOWN, bytes: file.bytes, mimeType: file.mimeType, tag: file.sha256 }, handle);
}

/** Small enough to be sent whole. */
async function sendThumbnail(ctx: Context, media: MediaService): Promise<void> {
  const { tag, data } = await media.readThumbnail(sessionOf(ctx), idIn(ctx));
  setFileHeaders(ctx, { ...SHOWN, tag, mimeType: 'image/webp' });
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = data;
}

function idIn(ctx: Context): number {
  const id = /^[1-9]\d{0,14}$/.exec(String(ctx.params['id']))?.[0];
  if (id === undefined) throw new NotFoundError('There is no such file.');
  return Number(id);
}

function sessionOf(ctx: Context): Session {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  return session;
}
