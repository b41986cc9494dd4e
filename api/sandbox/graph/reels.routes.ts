import Router from '@koa/router';
import type { Video } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { reelsOfLastDay } from '../posts.ts';
import { addBytes, createVideo, finishVideo } from '../videos.ts';
import { requireReader, requireWriter } from './access.ts';
import { checkMessage, readSchedule } from './content.ts';
import { allowOnly, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError, noSuchObject } from './graph-error.ts';
import { paged } from './paging.ts';
import { fetchFile } from './photos.routes.ts';
import { isVisible } from './post-node.ts';
import { showVideo } from './video-node.ts';

const KNOWN = [
  'upload_phase',
  'video_id',
  'video_state',
  'description',
  'title',
  'scheduled_publish_time',
  'file_size',
  'place',
  'targeting',
  'is_ai_generated',
];
const REELS_A_DAY = 30;

/** `POST /{page}/video_reels` in two phases, the upload between them, and the list of a page's reels. */
export function reelsRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post(
    '/:id/video_reels',
    graph(deps, (call, pageId) => {
      requireWriter(call, pageId);
      allowOnly(call, KNOWN);
      const phase = call.params['upload_phase'];
      if (phase === 'start') return start(call, pageId);
      if (phase === 'finish') return finish(call, pageId);
      throw badParameter('Param upload_phase must be one of {start, finish}', 'upload_phase');
    }),
  );
  router.get(
    '/:id/video_reels',
    graph(deps, (call, pageId) => {
      requireReader(call, pageId);
      const since = Number(call.params['since'] ?? 0) * 1000;
      const until = Number(call.params['until'] ?? Infinity) * 1000;
      const reels = [...call.world.videos.values()]
        .filter(
          (video) =>
            video.pageId === pageId &&
            video.isReel &&
            video.finishedAt !== null &&
            video.createdAt >= since &&
            video.createdAt <= until &&
            isVisible(call, video),
        )
        .reverse();
      return paged(
        call,
        reels,
        (video) => video.id,
        (video) => showVideo(call, video),
      );
    }),
  );
  router.post('/rupload/video-upload/:version/:id', graph(deps, upload));
  return router;
}

function start(call: GraphCall, pageId: string): unknown {
  const video = createVideo(
    call.world,
    { pageId, appId: call.token?.appId ?? '', isReel: true },
    call.exchange.tweaks.readLagMs,
  );
  call.effect(`started reel ${video.id}`);
  return { video_id: video.id, upload_url: `${call.origin}/rupload/video-upload/${call.version}/${video.id}` };
}

function finish(call: GraphCall, pageId: string): unknown {
  const video = call.world.videos.get(call.params['video_id'] ?? '');
  if (!video || video.pageId !== pageId || !video.isReel) throw noSuchObject(call.params['video_id'] ?? '', 'post');
  const state = call.params['video_state'] ?? 'DRAFT';
  if (state !== 'PUBLISHED' && state !== 'SCHEDULED' && state !== 'DRAFT')
    throw badParameter('Param video_state must be one of {DRAFT, SCHEDULED, PUBLISHED}', 'video_state');
  checkMessage(call.params['description'] ?? '');
  const scheduledAt = readSchedule(call, 29);
  if ((state === 'SCHEDULED') !== (scheduledAt !== null))
    throw badParameter('scheduled_publish_time goes with video_state SCHEDULED', 'scheduled_publish_time');
  if (video.mediaId === null)
    throw new GraphError({ code: 1363033, message: '(#1363033) The video has not been uploaded yet.' });
  const isPublicAlready = video.postId !== null && call.world.posts.get(video.postId)?.publishedAt != null;
  if (state !== 'DRAFT' && !isPublicAlready) checkReelCap(call, pageId);
  video.description = call.params['description'] ?? video.description;
  video.title = call.params['title'] ?? video.title;
  const post = finishVideo(call.world, video, { state, scheduledAt, lagMs: call.exchange.tweaks.readLagMs });
  if (!isPublicAlready) call.effect(`finished reel ${video.id} (${state.toLowerCase()}) as ${post.id}`);
  return { success: true };
}

/** The code Facebook sends here is not documented; 368/1390008 is what it sends a page that posts too fast. */
export function checkReelCap(call: GraphCall, pageId: string): void {
  if (reelsOfLastDay(call.world, pageId) < REELS_A_DAY) return;
  throw new GraphError({
    code: 368,
    subcode: 1390008,
    message: '(#368) The action attempted has been deemed abusive or is otherwise disallowed',
    userTitle: 'Reels limit reached',
    userMessage: `A Page can publish ${REELS_A_DAY} reels in 24 hours with an app. Try again later.`,
  });
}

interface UploadProblem {
  type: 'OffsetInvalidError' | 'PartialRequestError' | 'ProcessingFailedError';
  message: string;
  retriable: boolean;
}

function refuse(call: GraphCall, problem: UploadProblem): unknown {
  call.ctx.status = 400;
  return { debug_info: problem };
}

async function upload(call: GraphCall, videoId: string): Promise<unknown> {
  const video = call.world.videos.get(videoId);
  if (!video) throw noSuchObject(videoId, 'post');
  requireWriter(call, video.pageId);
  const hosted = call.ctx.get('file_url');
  const incoming = hosted === '' ? call.exchange.raw : await fetchFile(call, hosted);
  const size = hosted === '' ? Number(call.ctx.get('file_size')) : (incoming?.bytes ?? 0);
  const offset = hosted === '' ? Number(call.ctx.get('offset') || 0) : 0;
  if (!incoming || !Number.isInteger(size) || size <= 0)
    throw badParameter('The headers offset and file_size are required', 'file_size');
  if (video.mediaId !== null) return { success: true };
  if (offset !== video.receivedBytes)
    return refuse(call, {
      retriable: true,
      type: 'OffsetInvalidError',
      message: `Request starting offset is invalid: expected ${video.receivedBytes}`,
    });
  return receive(call, video, { incoming, size });
}

async function receive(
  call: GraphCall,
  video: Video,
  { incoming, size }: { incoming: NonNullable<GraphCall['exchange']['raw']>; size: number },
): Promise<unknown> {
  const { cutAfter } = call.exchange.tweaks;
  const bytes = Math.min(incoming.bytes, cutAfter ?? Infinity, size - video.receivedBytes);
  video.fileSize = size;
  await addBytes(call.world, call.media, video, incoming, bytes);
  call.effect(`received ${bytes} bytes of reel ${video.id}`);
  if (cutAfter !== null) {
    call.ctx.respond = false;
    call.ctx.req.socket.resetAndDestroy();
    return undefined;
  }
  if (video.receivedBytes < size)
    return refuse(call, {
      retriable: true,
      type: 'PartialRequestError',
      message: 'Partial request (did not match length of file)',
    });
  if (video.failure !== null)
    return refuse(call, { retriable: false, type: 'ProcessingFailedError', message: video.failure });
  return { success: true };
}
