import Router from '@koa/router';
import type { Video } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { addBytes, createVideo, finishVideo, setMedia } from '../videos.ts';
import { requireReader, requireWriter } from './access.ts';
import { checkMessage, readSchedule } from './content.ts';
import { allowOnly, flag, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError } from './graph-error.ts';
import { paged } from './paging.ts';
import { fetchFile } from './photos.routes.ts';
import { isVisible } from './post-node.ts';
import { showVideo } from './video-node.ts';

const SIMPLE = [
  'source',
  'file_url',
  'description',
  'title',
  'published',
  'scheduled_publish_time',
  'thumb',
  'fbuploader_video_file_chunk',
  'unpublished_content_type',
  'no_story',
  'content_category',
  'targeting',
  'embeddable',
];
const PHASES = ['upload_phase', 'file_size', 'upload_session_id', 'start_offset', 'video_file_chunk', ...SIMPLE];

/** `POST /{page}/videos`: simple, in phases, or from an upload handle. */
export function videosRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post(
    '/:id/videos',
    graph(deps, (call, pageId) => {
      requireWriter(call, pageId);
      allowOnly(call, PHASES);
      switch (call.params['upload_phase']) {
        case undefined:
          return simpleUpload(call, pageId);
        case 'start':
          return startUpload(call, pageId);
        case 'transfer':
          return transfer(call, pageId);
        case 'finish':
          return finish(call, pageId);
        case 'cancel':
          return cancel(call, pageId);
        default:
          throw badParameter('Param upload_phase must be one of {start, transfer, finish, cancel}', 'upload_phase');
      }
    }),
  );
  router.get(
    '/:id/videos',
    graph(deps, (call, pageId) => {
      requireReader(call, pageId);
      const videos = [...call.world.videos.values()]
        .filter((video) => video.pageId === pageId && !video.isReel && isVisible(call, video))
        .reverse();
      return paged(
        call,
        videos,
        (video) => video.id,
        (video) => showVideo(call, video),
      );
    }),
  );
  return router;
}

function newVideo(call: GraphCall, pageId: string, fields: Partial<Video>): Video {
  return createVideo(
    call.world,
    { pageId, appId: call.token?.appId ?? '', isReel: false, ...fields },
    call.exchange.tweaks.readLagMs,
  );
}

async function simpleUpload(call: GraphCall, pageId: string): Promise<unknown> {
  checkMessage(call.params['description'] ?? '');
  readSchedule(call, 30);
  const media = await mediaOf(call);
  if (!media.contentType.startsWith('video/'))
    throw new GraphError({
      code: 352,
      message: "(#352) Sorry, the video file you selected is in a format that we don't support.",
      userTitle: 'Unsupported Video Format',
      userMessage: 'Choose a video in a supported format, such as MP4 or MOV.',
    });
  const video = newVideo(call, pageId, { receivedBytes: media.bytes, fileSize: media.bytes });
  setMedia(video, media.id, media.contentType);
  publishAsAsked(call, video);
  return { id: video.id };
}

async function mediaOf(call: GraphCall) {
  const handle = call.params['fbuploader_video_file_chunk'];
  if (handle !== undefined) {
    const upload = [...call.world.uploads.values()].find((one) => one.handle === handle);
    const media = upload?.mediaId == null ? undefined : call.world.media.get(upload.mediaId);
    if (!media)
      throw badParameter('The upload handle is not known or its file is not complete', 'fbuploader_video_file_chunk');
    return media;
  }
  const incoming = call.files['source'] ?? (await fetchFile(call, call.params['file_url']));
  if (!incoming || incoming.bytes === 0)
    throw new GraphError({
      code: 382,
      message: '(#382) The video file you tried to upload is too small. Please try again with a larger file.',
    });
  const media = await call.media.claim(incoming);
  for (const [name, file] of Object.entries(call.files)) if (file === incoming) delete call.files[name];
  return media;
}

/** Reads description, title, published and schedule, and ends the upload accordingly. */
function publishAsAsked(call: GraphCall, video: Video): void {
  const scheduledAt = readSchedule(call, 30);
  const isPublic = flag(call, 'published') ?? scheduledAt === null;
  if (scheduledAt !== null && isPublic)
    throw badParameter('You cannot specify a scheduled publish time on a published video', 'published');
  video.description = call.params['description'] ?? video.description;
  video.title = call.params['title'] ?? video.title;
  const unscheduled = isPublic ? 'PUBLISHED' : 'DRAFT';
  const state = scheduledAt === null ? unscheduled : 'SCHEDULED';
  const post = finishVideo(call.world, video, { state, scheduledAt, lagMs: call.exchange.tweaks.readLagMs });
  call.effect(`finished video ${video.id} (${state.toLowerCase()}) as ${post.id}`);
}

function startUpload(call: GraphCall, pageId: string): unknown {
  const size = Number(call.params['file_size']);
  if (!Number.isInteger(size) || size <= 0)
    throw badParameter('Param file_size must be a positive integer', 'file_size');
  const video = newVideo(call, pageId, { fileSize: size, sessionId: call.world.newId() });
  call.effect(`started video ${video.id}`);
  return { upload_session_id: video.sessionId, video_id: video.id, ...offsets(call, video) };
}

function offsets(call: GraphCall, video: Video): { start_offset: string; end_offset: string } {
  const end = Math.min(video.fileSize ?? 0, video.receivedBytes + call.world.settings.chunkBytes);
  return { start_offset: String(video.receivedBytes), end_offset: String(end) };
}

function sessionVideo(call: GraphCall, pageId: string): Video {
  const session = call.params['upload_session_id'] ?? '';
  const video = [...call.world.videos.values()].find((one) => one.sessionId === session && one.pageId === pageId);
  if (!video)
    throw new GraphError({
      code: 1363030,
      message:
        '(#1363030) Your video upload timed out before it could be completed, or the upload session is not known.',
    });
  return video;
}

async function transfer(call: GraphCall, pageId: string): Promise<unknown> {
  const video = sessionVideo(call, pageId);
  const chunk = call.files['video_file_chunk'];
  if (!chunk) throw badParameter('Param video_file_chunk is required', 'video_file_chunk');
  const left = (video.fileSize ?? 0) - video.receivedBytes;
  if (Number(call.params['start_offset']) !== video.receivedBytes || chunk.bytes > left) {
    throw new GraphError({
      code: 1363037,
      message: '(#1363037) There was a problem uploading your video: the offset does not match.',
      isTransient: true,
      data: offsets(call, video),
    });
  }
  await addBytes(call.world, call.media, video, chunk);
  call.effect(`received ${chunk.bytes} bytes of video ${video.id}`);
  return offsets(call, video);
}

function finish(call: GraphCall, pageId: string): unknown {
  const video = sessionVideo(call, pageId);
  checkMessage(call.params['description'] ?? '');
  if (video.mediaId === null)
    throw new GraphError({
      code: 1363037,
      message: '(#1363037) The upload is not complete.',
      isTransient: true,
      data: offsets(call, video),
    });
  publishAsAsked(call, video);
  return { success: true };
}

function cancel(call: GraphCall, pageId: string): unknown {
  const video = sessionVideo(call, pageId);
  call.world.videos.delete(video.id);
  call.world.changed();
  call.effect(`cancelled video ${video.id}`);
  return { success: true };
}
