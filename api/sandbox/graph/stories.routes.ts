import Router from '@koa/router';
import type { Story } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { createStory, stateOfStory, storiesOf } from '../stories.ts';
import { createVideo } from '../videos.ts';
import { requireReader, requireWriter } from './access.ts';
import { allowOnly, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError, noSuchObject } from './graph-error.ts';
import { paged } from './paging.ts';

const STATUSES = ['PUBLISHED', 'ARCHIVED'];

/** `POST /{page}/photo_stories` and `/{page}/video_stories`, and the list of a page's stories. */
export function storiesRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post('/:id/photo_stories', graph(deps, publishPhoto));
  router.post(
    '/:id/video_stories',
    graph(deps, (call, pageId) => {
      requireWriter(call, pageId);
      allowOnly(call, ['upload_phase', 'video_id']);
      const phase = call.params['upload_phase'];
      if (phase === 'start') return startVideo(call, pageId);
      if (phase === 'finish') return finishVideo(call, pageId);
      throw badParameter('Param upload_phase must be one of {start, finish}', 'upload_phase');
    }),
  );
  router.get('/:id/stories', graph(deps, list));
  return router;
}

function publishPhoto(call: GraphCall, pageId: string): unknown {
  requireWriter(call, pageId);
  allowOnly(call, ['photo_id']);
  const photoId = call.params['photo_id'] ?? '';
  const photo = call.world.photos.get(photoId);
  if (!photo || photo.pageId !== pageId) throw noSuchObject(photoId, 'post');
  if (photo.postId !== null) throw usedBefore();
  const story = createStory(
    call.world,
    { pageId, appId: call.token?.appId ?? '', type: 'photo', mediaId: photo.id, publishedAt: call.world.clock.now() },
    call.exchange.tweaks.readLagMs,
  );
  photo.postId = story.id;
  call.effect(`published story ${story.id} of photo ${photo.id}`);
  return { success: true, post_id: story.id };
}

function startVideo(call: GraphCall, pageId: string): unknown {
  const video = createVideo(
    call.world,
    { pageId, appId: call.token?.appId ?? '', isReel: false, isStory: true },
    call.exchange.tweaks.readLagMs,
  );
  call.effect(`started story video ${video.id}`);
  return { video_id: video.id, upload_url: `${call.origin}/rupload/video-upload/${call.version}/${video.id}` };
}

function finishVideo(call: GraphCall, pageId: string): unknown {
  const videoId = call.params['video_id'] ?? '';
  const video = call.world.videos.get(videoId);
  if (!video || video.pageId !== pageId || video.isStory !== true) throw noSuchObject(videoId, 'post');
  if (video.mediaId === null)
    throw new GraphError({ code: 1363033, message: '(#1363033) The video has not been uploaded yet.' });
  if (video.postId !== null) throw usedBefore();
  const now = call.world.clock.now();
  video.finishedAt ??= now;
  video.readyAt ??= now + call.world.settings.processingMs;
  if (video.failure !== null) {
    call.world.changed();
    return { success: true };
  }
  const story = createStory(
    call.world,
    { pageId, appId: video.appId, type: 'video', mediaId: video.id, publishedAt: video.readyAt },
    call.exchange.tweaks.readLagMs,
  );
  video.postId = story.id;
  call.effect(`published story ${story.id} of video ${video.id}`);
  return { success: true, post_id: story.id };
}

/** What Facebook answers here is not documented, only that it refuses. */
function usedBefore(): GraphError {
  return new GraphError({
    code: 100,
    message: '(#100) The photo or video has already been used in a post',
    userTitle: 'Already used',
    userMessage: 'This photo or video has been used in a published post. Upload it again for a story.',
  });
}

/** Stories that are over are listed only where the page keeps an archive of them. */
function list(call: GraphCall, pageId: string): unknown {
  requireReader(call, pageId);
  const wanted =
    call.params['status']
      ?.replaceAll(/["'[\]\s]/g, '')
      .toUpperCase()
      .split(',') ?? STATUSES;
  const since = Number(call.params['since'] ?? 0) * 1000;
  const until = Number(call.params['until'] ?? Infinity) * 1000;
  const listed = storiesOf(call.world, pageId)
    .filter(
      (story) =>
        story.visibleFrom <= call.now &&
        story.publishedAt >= since &&
        story.publishedAt <= until &&
        wanted.includes(statusOf(call, story)) &&
        (stateOfStory(story, call.now) === 'shown' || call.world.settings.storyArchive),
    )
    .reverse();
  return paged(
    call,
    listed,
    (story) => story.id,
    (story) => showStory(call, story),
  );
}

function showStory(call: GraphCall, story: Story): Record<string, unknown> {
  return {
    post_id: story.id,
    status: statusOf(call, story),
    creation_time: String(Math.floor(story.publishedAt / 1000)),
    media_type: story.type,
    media_id: story.mediaId,
    url: `https://facebook.com/stories/${story.pageId}/${story.id}`,
  };
}

const statusOf = (call: GraphCall, story: Story) =>
  stateOfStory(story, call.now) === 'over' ? 'ARCHIVED' : 'PUBLISHED';
