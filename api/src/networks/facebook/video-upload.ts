import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { isOffsetConflict } from '../../facebook/rupload.ts';
import type { Checkpoint, OutgoingToPage, SaveCheckpoint } from '../target.ts';
import { fileOf, checkpointFor, transfer } from './upload.ts';
import { readVideo, uploadedBytes } from './video-state.ts';
import { AT_THE_BEGINNING, goOnAt, offsetsIn, placeIn } from './upload-course.ts';

/** As they come: checked against the file before they are used. */
const Offsets = z
  .object({ start_offset: z.unknown(), end_offset: z.unknown() })
  .refine(({ start_offset: start }) => start !== undefined);
const Started = z.object({
  start_offset: z.unknown(),
  end_offset: z.unknown(),
  upload_session_id: z.string().min(1),
  video_id: GraphId,
});
const Upload = z.object({
  page: z.string(),
  videoId: z.string(),
  sessionId: z.string(),
  start: z.number(),
  end: z.number(),
  furthest: z.number().default(0),
  stalls: z.number().default(0),
  isEndAskedFor: z.boolean().default(false),
});
type Upload = z.infer<typeof Upload>;

const SESSION_OVER = 1_363_030;
/** A part is this long where Facebook does not say how long. */
const PART_BYTES = 8 * 1024 * 1024;

/** The upload session is over: it lay too long, or was ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof GraphError && error.details.code === SESSION_OVER;
}

/** An upload whose bytes are all there; nobody sees it. */
export interface Uploaded {
  readonly checkpoint: Checkpoint;
  readonly videoId: string;
  readonly sessionId: string;
  /** The end of the upload was asked for before, and the answer is not known. */
  readonly isEndAskedFor: boolean;
  /** It was begun by an earlier try. */
  readonly isTakenUp: boolean;
}

/**
 * Sends a video in the parts that Facebook asks for, going on from what was noted after each.
 * @throws MediaRefusedError when Facebook asks for the same parts again and again
 */
export async function uploadVideo(
  graph: GraphClient,
  post: OutgoingToPage,
  kept: Checkpoint,
  save: SaveCheckpoint,
): Promise<Uploaded | 'lost'> {
  const { page } = post;
  const call = { path: `${page.pageId}/videos`, token: page.token, app: page.app };
  const file = await fileOf(post.media[0]);
  const known = Upload.safeParse(checkpointFor(post, kept));
  let upload = known.success ? known.data : await startUpload(graph, post, file.size);
  if (!known.success && !(await save(upload))) return 'lost';

  while (upload.start < file.size) {
    const { sessionId, start, end, stalls } = upload;
    let conflict: unknown = null;
    try {
      const next = await transfer(
        upload,
        save,
        (signal) =>
          graph.postVideo({
            ...call,
            params: { upload_phase: 'transfer', upload_session_id: sessionId, start_offset: start },
            files: { video_file_chunk: file.slice(start, end, file.type) },
            answer: Offsets,
            signal,
          }),
        { soFar: () => ({ sent: start, total: file.size }) },
      );
      if (next === 'lost') return 'lost';
      upload = moved(upload, next, file.size);
    } catch (error) {
      if (known.success && isSessionOver(error)) return uploadVideo(graph, post, {}, save);
      // A part whose answer was lost is there already: Facebook says where to go on.
      upload = moved(upload, await whereToGoOn(graph, post, upload.videoId, error), file.size);
      conflict = error;
    }
    if (!(await save(upload, { sent: upload.start, total: file.size }))) return 'lost';
    if (upload.stalls > stalls)
      throw conflict ?? new GraphTransportError(`Facebook asks again for the bytes from ${upload.start}`, 200);
  }

  return {
    checkpoint: upload,
    videoId: upload.videoId,
    sessionId: upload.sessionId,
    isEndAskedFor: upload.isEndAskedFor,
    isTakenUp: known.success,
  };
}

async function startUpload(graph: GraphClient, { page }: OutgoingToPage, bytes: number): Promise<Upload> {
  const started = await graph.postVideo({
    path: `${page.pageId}/videos`,
    token: page.token,
    app: page.app,
    params: { upload_phase: 'start', file_size: bytes },
    answer: Started,
  });
  const start = placeIn(started.start_offset, bytes) ?? 0;
  return {
    page: page.pageId,
    videoId: started.video_id,
    sessionId: started.upload_session_id,
    ...AT_THE_BEGINNING,
    start,
    end: endOfPart(start, started.end_offset, bytes),
    isEndAskedFor: false,
  };
}

/**
 * The checkpoint of an upload whose end was refused because Facebook misses bytes of it.
 * @throws the error itself when it was refused for something else
 */
export async function missingParts(
  graph: GraphClient,
  post: OutgoingToPage,
  { checkpoint, videoId }: Uploaded,
  error: unknown,
): Promise<Checkpoint> {
  return {
    ...moved(Upload.parse(checkpoint), await whereToGoOn(graph, post, videoId, error), post.media[0]?.bytes ?? 0),
    isEndAskedFor: false,
  };
}

/** @throws the error itself when it is no conflict about the place, or the place cannot be found out */
async function whereToGoOn(
  graph: GraphClient,
  post: OutgoingToPage,
  videoId: string,
  error: unknown,
): Promise<z.infer<typeof Offsets>> {
  if (!isOffsetConflict(error)) throw error;
  const named = offsetsIn(error);
  if (named.start_offset !== undefined) return { end_offset: undefined, ...named, start_offset: named.start_offset };
  const held = await readVideo(graph, post, videoId).then(uploadedBytes, () => {
    throw error;
  });
  if (held === 'all') throw error;
  return { start_offset: held, end_offset: undefined };
}

function moved(from: Upload, next: z.infer<typeof Offsets>, size: number): Upload {
  const course = goOnAt(from, next.start_offset, size);
  return { ...from, ...course, end: endOfPart(course.start, next.end_offset, size) };
}

function endOfPart(start: number, named: unknown, size: number): number {
  const end = placeIn(named, size);
  return end !== null && end > start ? end : Math.min(size, start + PART_BYTES);
}
