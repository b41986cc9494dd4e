import { Readable } from 'node:stream';
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server';
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { MEDIA_LIMIT_BYTES, MEDIA_UPLOADS_PATH } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError, TooManyRequestsError } from '../../http/errors.ts';
import type { MediaStorage } from './media-storage.ts';
import { UploadRefusedError } from './upload-refused-error.ts';
import { uploadsRepository, type UploadsRepository } from './uploads.repository.ts';

/** More than one person sends at a time; older ones end by themselves after a day. */
const MOST_OPEN = 40;
/** A line that dropped unnoticed holds its upload: whoever goes on with it waits this long for it to let go. */
const DRAIN_MS = 200;

/** The uploads of one owner, as the tus server wants to see them. */
class OwnersUploads extends DataStore {
  readonly #owner: Owner;
  readonly #uploads: UploadsRepository;
  readonly #storage: MediaStorage;

  constructor(owner: Owner, uploads: UploadsRepository, storage: MediaStorage) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#owner = owner;
    this.#uploads = uploads;
    this.#storage = storage;
  }

  override async create(upload: Upload): Promise<Upload> {
    const bytes = upload.size ?? 0;
    if (bytes === 0) throw ERRORS.INVALID_LENGTH;
    if (await this.#uploads.countOpen(this.#owner) >= MOST_OPEN) throw new TooManyRequestsError('Too many uploads are under way. Finish or cancel one first.', 60);
    await this.#storage.checkRoom(bytes);
    await this.#storage.beginParts(upload.id);
    await this.#uploads.add(this.#owner, upload.id, bytes);
    return upload;
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.#storage.append(id, offset, stream);
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#uploads.find(this.#owner, id);
    if (upload === null) throw ERRORS.FILE_NOT_FOUND;
    const offset = upload.mediaFileId === null ? await this.#storage.lengthOf(id) : upload.bytes;
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size: upload.bytes, offset, creation_date: upload.createdAt.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    if ((await this.#uploads.forget(this.#owner, id)).length === 0) throw ERRORS.FILE_NOT_FOUND;
    await this.#storage.dropParts(id);
  }
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Serves the tus protocol: uploads that go on where a line dropped. Each request sees its owner's uploads alone. */
export function tusUploads({ db, storage }: { db: Knex; storage: MediaStorage }) {
  const uploads = uploadsRepository(db);
  const locker = new MemoryLocker();

  return async function serve(ctx: Context, owner: Owner): Promise<void> {
    const failed: { error: unknown } = { error: null };
    const server = new Server({
      path: MEDIA_UPLOADS_PATH,
      datastore: new OwnersUploads(owner, uploads, storage),
      locker,
      lockDrainTimeout: DRAIN_MS,
      maxSize: Math.max(...Object.values(MEDIA_LIMIT_BYTES)),
      relativeLocation: true,
      allowedOrigins: [],
      namingFunction: () => randomUUID(),
      getFileIdFromRequest: (_request, last = '') => (ID.test(last) ? last : undefined),
      onResponseError: (_request, error) => {
        failed.error = error;
        return undefined;
      },
    });
    const response = await server.handleWeb(webRequest(ctx));
    if (response.status >= 400) throw refusalOf(failed.error, response.status, await response.text());
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.set(name, value);
    ctx.body = null;
    ctx.status = response.status;
  };
}

function webRequest(ctx: Context): Request {
  const hasBody = ctx.method === 'PATCH' || ctx.method === 'POST';
  return new Request(new URL(ctx.path, 'http://localhost'), {
    method: ctx.method,
    headers: Object.entries(ctx.headers).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
    ...(hasBody ? { body: Readable.toWeb(ctx.req) as ReadableStream, duplex: 'half' } : {}),
  });
}

/** In our own words where there are some. */
function refusalOf(error: unknown, status: number, body: string): AppError {
  if (error instanceof AppError) return error;
  const isUnknown = status >= 500;
  return new UploadRefusedError(status, isUnknown ? 'The upload stopped on our side. Press Resume to go on where it stopped.' : wordsFor(status, body), { cause: error });
}

function wordsFor(status: number, body: string): string {
  if (status === 413) return 'The file is too large: at most 1 GB.';
  if (status === 404 || status === 410) return 'This upload is no longer here. Choose the file again.';
  if (status === 409) return 'The upload goes on from another place than the one asked for.';
  return body.trim();
}
