import type { Readable } from 'node:stream';
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from '@tus/server';
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { MEDIA_LIMIT_BYTES, MEDIA_UPLOADS_PATH } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { AppError, StorageFullError, TooManyRequestsError } from '../../http/errors.ts';
import { bytesOf } from '../../http/incoming-file.ts';
import type { MediaStorage } from './media-storage.ts';
import { fileNameIn } from './file-name.ts';
import { UploadRefusedError } from './upload-refused-error.ts';
import { uploadsRepository, type UploadsRepository } from './uploads.repository.ts';

/** More than one person sends at a time; older ones end by themselves after a day. */
const MOST_OPEN = 40;
/** A line that dropped unnoticed holds its upload: whoever goes on with it waits this long for it to let go. */
const DRAIN_MS = 200;

interface Deps {
  readonly owner: Owner;
  readonly uploads: UploadsRepository;
  readonly storage: MediaStorage;
  readonly line: Line;
}

/** The uploads of one owner, as the tus server wants to see them in one request. */
class OwnersUploads extends DataStore {
  readonly #owner: Owner;
  readonly #uploads: UploadsRepository;
  readonly #storage: MediaStorage;
  readonly #line: Line;
  /** What the upload of this request has announced. */
  #announced = 0;

  constructor({ owner, uploads, storage, line }: Deps) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#owner = owner;
    this.#uploads = uploads;
    this.#storage = storage;
    this.#line = line;
  }

  override async create(upload: Upload): Promise<Upload> {
    const bytes = upload.size ?? 0;
    if (bytes === 0) throw new UploadRefusedError(400, 'This file is empty. Choose another one.');
    if ((await this.#uploads.countOpen(this.#owner)) >= MOST_OPEN)
      throw new TooManyRequestsError('Too many uploads are running. Finish or cancel one first.', 60);
    await this.#storage.checkRoom(bytes);
    await this.#storage.beginParts(upload.id);
    await this.#uploads.add(this.#owner, { id: upload.id, bytes, name: fileNameIn(upload.metadata?.['filename']) });
    this.#announced = bytes;
    return upload;
  }

  /** @param turn carries nothing, and ends early when another line wants to go on with this upload */
  override async write(turn: Readable, id: string, offset: number): Promise<number> {
    turn.resume().once('end', () => this.#line.hangUp());
    try {
      if (!(await this.#uploads.noteWriter(this.#owner, id, this.#storage.writer))) throw ERRORS.INVALID_OFFSET;
      return await this.#storage.append(id, offset, atMost(this.#announced - offset, this.#line.bytes()));
    } catch (error) {
      // Its bytes are gone, so that there can be room again.
      if (error instanceof StorageFullError) await this.#uploads.forget(this.#owner, id);
      throw error;
    } finally {
      this.#line.end();
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#uploads.find(this.#owner, id);
    if (upload === null) throw ERRORS.FILE_NOT_FOUND;
    const offset = upload.mediaFileId === null ? await this.#storage.lengthOf(id) : upload.bytes;
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    this.#announced = upload.bytes;
    return new Upload({ id, size: upload.bytes, offset, creation_date: upload.createdAt.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    if ((await this.#uploads.forget(this.#owner, id)).length === 0) throw ERRORS.FILE_NOT_FOUND;
    await this.#storage.dropParts(id);
  }
}

/** What comes, unless it is more than was announced. */
async function* atMost(limit: number, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw ERRORS.ERR_SIZE_EXCEEDED;
    yield chunk;
  }
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Serves the tus protocol: uploads that go on where a line dropped. Each request sees its owner's uploads alone. */
export function tusUploads({ db, storage }: { db: Knex; storage: MediaStorage }) {
  const uploads = uploadsRepository(db);
  const locker = new MemoryLocker();

  return async function serve(ctx: Context, owner: Owner): Promise<void> {
    const failed: { error: unknown } = { error: null };
    const line = lineOf(ctx);
    const server = new Server({
      path: MEDIA_UPLOADS_PATH,
      datastore: new OwnersUploads({ owner, uploads, storage, line }),
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
    const response = await server.handleWeb(webRequest(ctx, line));
    if (response.status >= 400) throw refusalOf(failed.error, response.status, await response.text());
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.set(name, value);
    ctx.body = null;
    ctx.status = response.status;
  };
}

/** The bytes of one request, beside what the tus server sees of it. */
interface Line {
  /** A body that carries nothing and lasts until `end`. */
  readonly turn: ReadableStream;
  bytes(): AsyncIterable<Uint8Array>;
  end(): void;
  /** Cuts it off, unless it has ended. */
  hangUp(): void;
}

/**
 * The bytes go from the request straight to the storage. Through the streams of the tus server, most of them the web's,
 * they took twice as long, and what the disk could not follow waited in memory.
 */
function lineOf(ctx: Context): Line {
  const { readable, writable } = new TransformStream();
  let isOver = false;
  return {
    turn: readable,
    bytes: () => bytesOf(ctx.req),
    end() {
      isOver = true;
      // Who listened is gone already after a failure.
      writable.close().catch(() => {});
    },
    hangUp() {
      if (!isOver) ctx.req.destroy();
    },
  };
}

function webRequest(ctx: Context, { turn }: Line): Request {
  const hasBody = ctx.method === 'PATCH' || ctx.method === 'POST';
  return new Request(new URL(ctx.path, 'http://localhost'), {
    method: ctx.method,
    headers: Object.entries(ctx.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody ? { body: turn, duplex: 'half' } : {}),
  });
}

/** In our own words where there are some. */
function refusalOf(error: unknown, status: number, body: string): AppError {
  if (error instanceof AppError) return error;
  return new UploadRefusedError(
    status,
    error === ERRORS.ERR_SIZE_EXCEEDED ? 'The file is larger than announced. Choose it again.' : wordsFor(status, body),
    { cause: error },
  );
}

function wordsFor(status: number, body: string): string {
  if (status === 500) return 'The upload stopped on our side. Press Resume to continue.';
  if (status === 413) return 'The file is larger than 1 GB.';
  if (status === 404 || status === 410) return 'This upload is no longer available. Choose the file again.';
  if (status === 409) return 'The upload is at a different position. Press Resume to continue.';
  return body.trim();
}
