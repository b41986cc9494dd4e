import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type { SandboxState } from '../exchange.ts';
import { allowOnly, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, noSuchObject } from './graph-error.ts';

/** Resumable uploads of an app: `POST /{app}/uploads`, then the bytes to `/upload:…`. */
export function uploadsRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post('/:id/uploads', graph(deps, start));
  router.post(
    /^\/(?<id>upload:[\w-]+)$/,
    graph(deps, (call) => receive(call, idOf(call))),
  );
  router.get(
    /^\/(?<id>upload:[\w-]+)$/,
    graph(deps, (call) => {
      const upload = call.world.uploads.get(idOf(call));
      if (!upload) throw noSuchObject(idOf(call));
      return { id: upload.id, file_offset: upload.receivedBytes };
    }),
  );
  return router;
}

function idOf(call: GraphCall): string {
  return call.ctx.path.slice(1);
}

function start(call: GraphCall, appId: string): unknown {
  allowOnly(call, ['file_name', 'file_length', 'file_type']);
  if (!call.world.apps.has(appId) || (call.token?.appId ?? call.app?.id) !== appId) throw noSuchObject(appId, 'post');
  const length = Number(call.params['file_length']);
  if (!Number.isInteger(length) || length <= 0)
    throw badParameter('Param file_length must be a positive integer', 'file_length');
  const id = `upload:${randomBytes(24).toString('base64url').replace(/[-_]/g, 'x')}`;
  call.world.uploads.set(id, {
    id,
    appId,
    fileName: call.params['file_name'] ?? '',
    fileLength: length,
    receivedBytes: 0,
    mediaId: null,
    handle: `4:${randomBytes(36).toString('base64url')}`,
  });
  call.world.changed();
  call.effect(`started ${id}`);
  return { id };
}

async function receive(call: GraphCall, id: string): Promise<unknown> {
  const upload = call.world.uploads.get(id);
  if (!upload) throw noSuchObject(id, 'post');
  const { raw } = call.exchange;
  const offset = Number(call.ctx.get('file_offset') || 0);
  if (!raw) throw badParameter('The request has no bytes');
  if (offset !== upload.receivedBytes)
    throw badParameter(`The header file_offset must be ${upload.receivedBytes}`, 'file_offset');
  const bytes = Math.min(raw.bytes, upload.fileLength - upload.receivedBytes);
  const fileId = `file-${id.slice('upload:'.length)}`;
  await call.media.append(fileId, raw, bytes);
  upload.receivedBytes += bytes;
  if (upload.receivedBytes >= upload.fileLength) upload.mediaId = (await call.media.seal(fileId)).id;
  call.world.changed();
  call.effect(`received ${bytes} bytes of ${id}`);
  return upload.mediaId === null ? { id, file_offset: upload.receivedBytes } : { h: upload.handle };
}
