import { finished, Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import * as contract from '../../contract/media.ts';
import { recordIfForAnother } from '../../http/impersonation.ts';
import { NotFoundError, UnauthorizedError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import { SESSION_STATE, type Session } from '../../http/session.ts';
import { byteRange } from './byte-range.ts';
import { fileNameIn } from './file-name.ts';
import type { imagesByAddress } from './images-by-address.ts';
import { presentMedia } from './media.present.ts';
import type { MediaFile } from './media.repository.ts';
import type { MediaService } from './media.service.ts';
import type { tusUploads } from './tus-uploads.ts';

/** Calls of the tus protocol that write, as the audit log names them. */
const UPLOAD_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['POST', 'media.begin-upload'],
  ['PATCH', 'media.continue-upload'],
  ['DELETE', 'media.cancel-upload'],
]);

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

/** The bytes of a file, or the part of them that was asked for. */
async function sendMedia(ctx: Context, media: MediaService): Promise<void> {
  const { file, handle } = await media.read(sessionOf(ctx), idIn(ctx));
  // However the answer ends, and also when its reader has gone by now.
  finished(ctx.res, () => {
    handle.close().catch(() => {});
  });
  setFileHeaders(ctx, file);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  // A HEAD asks for the length of all of it, whatever range it names (RFC 9110, 14.2).
  const isPartial = ctx.method === 'GET' && ['', ctx.response.get('etag')].includes(ctx.get('if-range'));
  const range = isPartial ? byteRange(ctx.get('range'), file.bytes) : null;
  if (range === 'unsatisfiable') {
    ctx.set('content-range', `bytes */${file.bytes}`);
    ctx.status = 416;
    return;
  }
  if (range !== null) {
    ctx.status = 206;
    ctx.set('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  const part = range ?? { start: 0, end: file.bytes - 1 };
  const length = part.end - part.start + 1;
  const bytes = Readable.from(inWhole(handle.read(part), length), { objectMode: false });
  // Cut short while it is sent: its reader would wait for the rest.
  bytes.once('error', () => ctx.res.destroy());
  ctx.length = length;
  ctx.body = bytes;
}

/** @throws when there is less than was said */
async function* inWhole(bytes: AsyncIterable<Buffer>, length: number): AsyncIterable<Buffer> {
  let left = length;
  for await (const chunk of bytes) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) throw new Error(`A file ends ${left} bytes before its end`);
}

/** Small enough to be sent whole. */
async function sendThumbnail(ctx: Context, media: MediaService): Promise<void> {
  const { tag, data } = await media.readThumbnail(sessionOf(ctx), idIn(ctx));
  setFileHeaders(ctx, { sha256: tag, mimeType: 'image/webp' });
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = data;
}

function idIn(ctx: Context): number {
  const id = /^[1-9]\d{0,14}$/.exec(String(ctx.params['id']))?.[0];
  if (id === undefined) throw new NotFoundError('There is no such file.');
  return Number(id);
}

function setFileHeaders(ctx: Context, file: Pick<MediaFile, 'sha256' | 'mimeType'>): void {
  // Whatever a browser may take it for, it runs nothing and reaches nothing.
  ctx.set('content-security-policy', "default-src 'none'; sandbox");
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('content-disposition', 'inline');
  ctx.set('cache-control', 'private, no-cache');
  ctx.set('accept-ranges', 'bytes');
  ctx.etag = file.sha256;
  ctx.type = file.mimeType;
}

function sessionOf(ctx: Context): Session {
  const session = ctx.state[SESSION_STATE] as Session | null;
  if (session === null) throw new UnauthorizedError('Please log in.');
  return session;
}
