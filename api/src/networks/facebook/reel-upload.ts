import * as z from 'zod';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import { isOffsetConflict } from '../../facebook/rupload.ts';
import type { Checkpoint, OutgoingToPage, SaveCheckpoint } from '../target.ts';
import { fileOf, transfer } from './upload.ts';
import { checkNotRefused, readVideo, uploadedBytes } from './video-state.ts';
import { courseIn, goOnAt, offsetsIn, takenUpAt } from './upload-course.ts';

const Started = z.object({ video_id: GraphId });

/**
 * Brings a reel there unseen, or the video of a story, from where Facebook says that it goes on.
 * @param edge where it is begun; noted with a story, as an upload of one kind is of no use to another
 */
export function reelUpload(graph: GraphClient, edge: 'video_reels' | 'video_stories' = 'video_reels') {
  const { upload } = reelBytes(graph);
  const kind = edge === 'video_reels' ? {} : { edge };
  const start = ({ page }: OutgoingToPage) =>
    graph.post({
      path: `${page.pageId}/${edge}`,
      params: { upload_phase: 'start' },
      token: page.token,
      app: page.app,
      answer: Started,
    });

  async function prepare(post: OutgoingToPage, checkpoint: Checkpoint, save: SaveCheckpoint): Promise<string | 'lost'> {
    const kept = typeof checkpoint['videoId'] === 'string' ? checkpoint['videoId'] : null;
    const videoId = kept ?? (await start(post)).video_id;
    const noted = { ...checkpoint, ...kind, videoId };
    if (kept === null && !(await save(noted))) return 'lost';
    try {
      return (await upload(post, noted, save, { isNew: kept === null })) === 'lost' ? 'lost' : videoId;
    } catch (error) {
      if (!(error instanceof GraphError) || !error.isGone) throw error;
      if (kept === null)
        throw new GraphTransportError(
          'Facebook does not find the reel that it has just started',
          error.details.httpStatus,
          { cause: error },
        );
      // An upload that lay too long is forgotten by Facebook.
      return prepare(post, { page: post.page.pageId }, save);
    }
  }

  return { prepare };
}

/** The bytes of a reel. */
function reelBytes(graph: GraphClient) {
  /** Brings all bytes there, from where Facebook says that it goes on. */
  async function upload(
    post: OutgoingToPage,
    noted: Checkpoint & { videoId: string },
    save: SaveCheckpoint,
    { isNew }: { isNew: boolean },
  ): Promise<'done' | 'lost'> {
    const file = await fileOf(post.media[0]);
    let held = isNew ? 0 : await whatIsHeld(post, noted.videoId);
    // What is not known yet, the upload itself tells.
    let course = held === 'all' || held === 'unknown' ? courseIn(noted) : takenUpAt(courseIn(noted), held, file.size);
    while (held !== 'all' && course.start < file.size) {
      const { start: from, furthest, stalls } = course;
      let gone = from;
      try {
        const sent = await transfer(
          { ...noted, furthest, stalls },
          save,
          (signal) =>
            graph.uploadReel({
              videoId: noted.videoId,
              token: post.page.token,
              bytes: file.slice(from, file.size, file.type),
              offset: from,
              fileSize: file.size,
              signal,
              onSent: (bytes) => {
                gone = from + bytes;
              },
            }),
          { soFar: () => ({ sent: gone, total: file.size }) },
        );
        return sent === 'lost' ? 'lost' : 'done';
      } catch (error) {
        if (!isOffsetConflict(error)) throw error;
        held = offsetsIn(error).start_offset ?? (await whatIsHeld(post, noted.videoId));
        if (held === 'unknown') throw error;
        if (held !== 'all') course = goOnAt(course, held, file.size);
        if (!(await save({ ...noted, furthest: course.furthest, stalls: course.stalls }))) return 'lost';
        // Facebook may need a while to know what it holds: that place is asked for again later.
        if (course.stalls > stalls) throw error;
      }
    }
    return 'done';
  }

  /** Bytes as Facebook counts them, not checked yet. */
  async function whatIsHeld(post: OutgoingToPage, videoId: string): Promise<unknown> {
    try {
      const state = await readVideo(graph, post, videoId);
      checkNotRefused(state);
      return uploadedBytes(state);
    } catch (error) {
      // Facebook may need a while before it shows what it has just made.
      if (error instanceof GraphError && error.isGone) return 'unknown';
      throw error;
    }
  }

  return { upload };
}
