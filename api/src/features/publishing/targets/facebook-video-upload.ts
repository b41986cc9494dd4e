import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../../facebook/graph-errors.ts';
import { isOffsetConflict } from '../../../facebook/rupload.ts';
import type { Notes, OutgoingToPage, TakeNotes } from '../target.ts';
import { fileOf, notesFor, transfer } from './facebook-upload.ts';

const Offsets = z.object({ start_offset: z.coerce.number().int().min(0), end_offset: z.coerce.number().int().min(0) });
type Offsets = z.infer<typeof Offsets>;
const Started = Offsets.extend({ upload_session_id: z.string(), video_id: z.string() });
const Upload = z.object({
  page: z.string(), videoId: z.string(), sessionId: z.string(), start: z.number(), end: z.number(),
  isEndAskedFor: z.boolean().default(false),
});
type Upload = z.infer<typeof Upload>;

const SESSION_OVER = 1_363_030;

/** The upload session is over: it lay too long, or was ended. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof GraphError && error.details.code === SESSION_OVER;
}

/** An upload whose bytes are all there; nobody sees it. */
export interface Uploaded {
  readonly notes: Notes;
  readonly videoId: string;
  readonly sessionId: string;
  /** The end of the upload was asked for before, and the answer is not known. */
  readonly isEndAskedFor: boolean;
  /** It was begun by an earlier try. */
  readonly isTakenUp: boolean;
}

/** Sends a video in the parts that Facebook asks for, going on from what was noted after each. */
export async function uploadVideo(graph: GraphClient, post: OutgoingToPage, kept: Notes, note: TakeNotes): Promise<Uploaded | 'lost'> {
  const { page } = post;
  const call = { path: `${page.pageId}/videos`, token: page.token, app: page.app };
  const file = await fileOf(post.media[0]);
  const known = Upload.safeParse(notesFor(post, kept));
  let upload: Upload;
  if (known.success) {
    upload = known.data;
  } else {
    const started = await graph.postVideo({ ...call, params: { upload_phase: 'start', file_size: file.size }, answer: Started });
    upload = { page: page.pageId, videoId: started.video_id, sessionId: started.upload_session_id, ...place(started, file.size), isEndAskedFor: false };
    if (!(await note(upload))) return 'lost';
  }

  while (upload.start < upload.end) {
    const { sessionId, start, end } = upload;
    try {
      const next: Offsets | 'lost' = await transfer(upload, note, (signal) => graph.postVideo({
        ...call, params: { upload_phase: 'transfer', upload_session_id: sessionId, start_offset: start },
        files: { video_file_chunk: file.slice(start, end, file.type) }, answer: Offsets, signal,
      }), { soFar: () => ({ sent: start, total: file.size }) });
      if (next === 'lost') return 'lost';
      upload = { ...upload, ...moved(upload, next, file.size) };
    } catch (error) {
      if (known.success && isSessionOver(error)) return uploadVideo(graph, post, {}, note);
      // A part whose answer was lost is there already: Facebook says where to go on.
      upload = { ...upload, ...moved(upload, offsetsIn(error), file.size) };
    }
    if (!(await note(upload, { sent: upload.start, total: file.size }))) return 'lost';
  }
  return { notes: upload, videoId: upload.videoId, sessionId: upload.sessionId, isEndAskedFor: upload.isEndAskedFor, isTakenUp: known.success };
}

/** @throws the error itself when it is no conflict that names the right place */
function offsetsIn(error: unknown): Offsets {
  if (!isOffsetConflict(error)) throw error;
  const { data } = error.details;
  const offsets = Offsets.safeParse(typeof data === 'string' ? parsed(data) : data);
  if (!offsets.success) throw error;
  return offsets.data;
}

function moved(from: Upload, next: Offsets, size: number): { start: number; end: number } {
  const { start, end } = place(next, size);
  // Asked for the same bytes again and again, we would never come to an end here.
  if (start === from.start && start < end) throw new GraphTransportError(`Facebook asks again for the bytes from ${start}`, 200);
  return { start, end };
}

function place({ start_offset: start, end_offset: end }: Offsets, size: number): { start: number; end: number } {
  if (start > end || end > size) throw new GraphTransportError(`Facebook asks for bytes ${start} to ${end} of ${size}`, 200);
  return { start, end };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
