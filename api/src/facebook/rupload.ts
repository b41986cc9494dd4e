import * as z from 'zod';
import type { Received } from './graph-answer.ts';
import { GraphError, GraphTransportError, MediaRefusedError, OffsetConflictError } from './graph-errors.ts';
import { excerptOf } from './raw-answer.ts';

export interface ReelUpload {
  readonly videoId: string;
  readonly token: string;
  /** From `offset` to the end of the file. */
  readonly bytes: Blob;
  readonly offset: number;
  readonly fileSize: number;
  readonly signal?: AbortSignal;
  /** Hears how many of these bytes have left so far. */
  onSent?(bytes: number): void;
}

const Refused = z.object({
  debug_info: z.object({
    retriable: z.boolean().optional().catch(undefined),
    type: z.string().catch('no reason'),
    message: z.string().catch(''),
  }),
});

const OTHER_OFFSET = ['OffsetInvalidError', 'PartialRequestError'];

/**
 * Headers of an upload. The address is put together from our own base: the one that Facebook names may lead
 * anywhere, and the token goes with it.
 */
export function ruploadRequest(
  options: { readonly ruploadBase: string; readonly version: string },
  upload: ReelUpload,
): { url: URL; headers: Record<string, string> } {
  return {
    url: new URL(`${options.ruploadBase}/video-upload/${options.version}/${encodeURIComponent(upload.videoId)}`),
    headers: {
      authorization: `OAuth ${upload.token}`,
      offset: String(upload.offset),
      file_size: String(upload.fileSize),
    },
  };
}

/**
 * Errors of the upload host come in a form of their own.
 * @throws OffsetConflictError when the upload goes on at another place
 * @throws GraphTransportError when the same bytes may pass later
 * @throws MediaRefusedError when Facebook will not take this file
 * @throws GraphError when it does not take the token
 */
export function readRuploadError({ json, response, body, secrets }: Received): void {
  const refused = Refused.safeParse(json);
  if (!refused.success) return;
  const { retriable, type, message } = refused.data.debug_info;
  const [httpStatus, raw] = [response.status, excerptOf(body, secrets)];
  const said = `Facebook did not take the bytes of the reel (${type}): ${message}`;
  if (OTHER_OFFSET.includes(type)) throw new OffsetConflictError(said, httpStatus, { raw });
  if (/Auth/.test(type))
    throw new GraphError(
      {
        code: 0,
        subcode: null,
        message: said,
        userMessage: null,
        fbtraceId: null,
        httpStatus,
        regainMinutes: null,
        raw,
      },
      { kind: 'auth' },
    );
  const isFinal = type === 'ProcessingFailedError' ? retriable !== true : retriable === false;
  if (isFinal && message !== '') throw new MediaRefusedError(message, { httpStatus });
  throw new GraphTransportError(said, httpStatus, { raw });
}

export function isOffsetConflict(error: unknown): error is GraphError | OffsetConflictError {
  return (
    error instanceof OffsetConflictError || (error instanceof GraphError && error.details.code === OFFSET_CONFLICT)
  );
}
const OFFSET_CONFLICT = 1_363_037;
