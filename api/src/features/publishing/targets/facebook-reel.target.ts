import * as z from 'zod';
import { GraphError, GraphTransportError } from '../../../facebook/graph-errors.ts';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { outcomeOf, type Notes, type Outcome, type OutgoingToPage, type TakeNotes, type Target } from '../target.ts';
import { toPage } from './facebook-page.ts';
import { fileOf, notesFor, transfer } from './facebook-upload.ts';
import { searchVideos } from './facebook-video-search.ts';
import { checkNotRefused, isBeingWorkedOn, isFinished, isReelPublic, outcomeOnNew, PROCESSING_MS, publishedVideo, readVideo, uploadedBytes } from './facebook-video-state.ts';

const Started = z.object({ video_id: z.string() });
const Succeeded = z.object({ success: z.literal(true) });


/** A reel: its video has an id before a byte is sent, and one call on that id, which may be repeated, shows it. The same in both modes. */
export function facebookReel(graph: GraphClient): Target {
  const start = ({ page }: OutgoingToPage) => graph.post({
    path: `${page.pageId}/video_reels`, params: { upload_phase: 'start' }, token: page.token, app: page.app, answer: Started,
  });

  async function prepare(post: OutgoingToPage, notes: Notes, note: TakeNotes): Promise<string | 'lost'> {
    const kept = typeof notes['videoId'] === 'string' ? notes['videoId'] : null;
    const videoId = kept ?? (await start(post)).video_id;
    const noted = { ...notes, videoId };
    if (kept === null && !(await note(noted))) return 'lost';

    const offset = kept === null ? 0 : await whereItStopped(post, kept);
    if (offset === 'all') return videoId;
    const file = await fileOf(post.media[0]);
    let gone = offset;
    try {
      const sent = await transfer(noted, note, (signal) => graph.uploadReel({
        videoId, token: post.page.token, bytes: file.slice(offset, file.size, file.type), offset, fileSize: file.size, signal, onSent: (bytes) => { gone = offset + bytes; },
      }), { soFar: () => ({ sent: gone, total: file.size }) });
      return sent === 'lost' ? 'lost' : videoId;
    } catch (error) {
      if (!(error instanceof GraphError) || !error.isGone) throw error;
      if (kept === null) throw new GraphTransportError('Facebook does not find the reel that it has just started', error.details.httpStatus, { cause: error });
      // An upload that lay too long is forgotten by Facebook.
      return prepare(post, { page: post.page.pageId }, note);
    }
  }

  async function whereItStopped(post: OutgoingToPage, videoId: string): Promise<number | 'all'> {
    try {
      const state = await readVideo(graph, post, videoId);
      checkNotRefused(state);
      return uploadedBytes(state);
    } catch (error) {
      // Facebook may need a while before it shows what it has just made; the upload itself tells.
      if (error instanceof GraphError && error.isGone) return 0;
      throw error;
    }
  }

  return {
    isCommitRepeatable: true,

    prepare(given, notes, note) {
      const post = toPage(given);
      return prepare(post, notesFor(post, notes), note);
    },

    async uploadAhead(given, notes, note) {
      const post = toPage(given);
      return (await prepare(post, notesFor(post, notes), note)) === 'lost' ? 'lost' : 'done';
    },

    async commit(given, { id }) {
      const { page, content } = toPage(given);
      if (id === null) throw new Error('Nothing was prepared');
      return outcomeOnNew(async () => {
        await graph.post({
          path: `${page.pageId}/video_reels`, params: { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: content },
          token: page.token, app: page.app, answer: Succeeded,
        });
        return { kind: 'processing', remoteId: id };
      });
    },

    async observe(given, { remoteId, sentAt }) {
      if (remoteId === null) return { kind: 'absent' };
      return outcomeOf<Outcome>(async () => {
        const state = await readVideo(graph, toPage(given), remoteId);
        if (isReelPublic(state)) return publishedVideo(state);
        checkNotRefused(state);
        return isFinished(state) && Date.now() - sentAt.getTime() < PROCESSING_MS ? { kind: 'processing', remoteId } : { kind: 'absent' };
      });
    },

    search: (given, window) => searchVideos(graph, toPage(given), window, { edge: 'video_reels', isPublic: isReelPublic, isOnItsWay: isBeingWorkedOn }),
  };
}
