import * as z from 'zod';
import { GraphError, GraphTransportError, MediaRefusedError } from './graph-errors.ts';

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

const Refused = z.object({ debug_info: z.object({ retriable: z.boolean().optional(), type: z.string().optional(), message: z.string().catch('') }) });

/**
 * Headers of an upload. The address is put together from our own base: the one that Facebook names may lead
 * anywhere, and the token goes with it.
 */
export function ruploadRequest(options: { readonly ruploadBase: string; readonly version: string }, upload: ReelUpload): { url: URL; headers: Record<string, string> } {
  return {
    url: new URL(`${options.ruploadBase}/video-upload/${options.version}/${encodeURIComponent(upload.videoId)}`),
    headers: { authorization: `OAuth ${upload.token}`, offset: String(upload.offset), file_size: String(upload.fileSize) },
  };
}

/**
 * Errors of the upload host come in a form of their own.
 * @throws GraphTransportError when more bytes, or another offset, would mend it
 * @throws MediaRefusedError when Facebook will not take this file
 */
export function readRuploadError(json: unknown, httpStatus: number): void {
  const refused = Refused.safeParse(json);
  if (!refused.success) return;
  const { retriable, type, message } = refused.data.debug_info;
  if (type === 'ProcessingFailedError' && retriable !== true) throw new MediaRefusedError(message, { httpStatus });
  throw new GraphTransportError(`Facebook did not take the bytes of the reel (${type ?? 'no reason'}): ${message}`, httpStatus);
}

export function isOffsetConflict(error: unknown): error is GraphError {
  return error instanceof GraphError && error.details.code === OFFSET_CONFLICT;
}
const OFFSET_CONFLICT = 1_363_037;
