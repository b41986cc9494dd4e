import type { Post, Video } from './entities.ts';
import type { Incoming, MediaStore } from './media-store.ts';
import { createPost, publishPost, setGoLive } from './posts.ts';
import type { World } from './world.ts';

export function createVideo(
  world: World,
  fields: Pick<Video, 'pageId' | 'appId' | 'isReel'> & Partial<Video>,
  lagMs: number,
): Video {
  const now = world.clock.now();
  const video: Video = {
    id: world.newId(),
    title: '',
    description: '',
    sessionId: null,
    fileSize: null,
    receivedBytes: 0,
    mediaId: null,
    failure: null,
    finishedAt: null,
    readyAt: null,
    postId: null,
    createdAt: now,
    visibleFrom: now + lagMs,
    ...fields,
  };
  world.videos.set(video.id, video);
  world.changed();
  return video;
}

/** Adds bytes at the end of what the video has; the last byte seals the file. */
export async function addBytes(
  world: World,
  media: MediaStore,
  video: Video,
  incoming: Incoming,
  bytes = incoming.bytes,
): Promise<void> {
  const fileId = `video-${video.id}`;
  // First: the same bytes may come a second time meanwhile.
  video.receivedBytes += bytes;
  await media.append(fileId, incoming, bytes);
  if (video.fileSize !== null && video.receivedBytes >= video.fileSize) {
    const sealed = await media.seal(fileId);
    setMedia(video, sealed.id, sealed.contentType);
  }
  world.changed();
}

export function setMedia(video: Video, mediaId: string, contentType: string): void {
  video.mediaId = mediaId;
  if (!contentType.startsWith('video/')) video.failure = "The video file you tried to upload isn't supported.";
}

interface Finish {
  state: 'PUBLISHED' | 'SCHEDULED' | 'DRAFT';
  scheduledAt: number | null;
  lagMs: number;
}

/**
 * Ends an upload: the video is processed, and its post becomes public when that is done, later, or not at all.
 * Repeating it with PUBLISHED makes no second post.
 */
export function finishVideo(world: World, video: Video, { state, scheduledAt, lagMs }: Finish): Post {
  const now = world.clock.now();
  video.finishedAt ??= now;
  video.readyAt ??= now + world.settings.processingMs;
  const known = video.postId === null ? undefined : world.posts.get(video.postId);
  const post =
    known ??
    createPost(
      world,
      {
        pageId: video.pageId,
        kind: video.isReel ? 'reel' : 'video',
        message: video.description,
        appId: video.appId,
        attachments: [{ type: 'video', id: video.id }],
      },
      lagMs,
    );
  post.message = video.description;
  video.postId = post.id;
  if (video.failure === null && state === 'SCHEDULED' && scheduledAt !== null)
    setGoLive(world, post, scheduledAt, 'schedule');
  if (video.failure === null && state === 'PUBLISHED') publishWhenReady(world, video, post, lagMs);
  world.changed();
  return post;
}

/** Publishes now, or as soon as processing ends. */
export function publishWhenReady(world: World, video: Video, post: Post, lagMs: number): void {
  if (post.publishedAt !== null) return;
  const now = world.clock.now();
  if (video.readyAt !== null && video.readyAt > now) setGoLive(world, post, video.readyAt, 'processing');
  else publishPost(world, post, now, lagMs);
}
