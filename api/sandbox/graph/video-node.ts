import { graphTime } from '../clock.ts';
import { engagementOf } from '../engagement.ts';
import type { Photo, Video } from '../entities.ts';
import { render } from './fields.ts';
import type { FieldTable } from './fields.ts';
import { storyWith } from '../stories.ts';
import type { GraphCall } from './graph-call.ts';
import { fieldsOf, permalink } from './post-node.ts';

/** Where a video stands, in Facebook's three phases. The key really is `bytes_transfered`. */
function videoStatus(call: GraphCall, video: Video): Record<string, unknown> {
  const post = video.postId === null ? undefined : call.world.posts.get(video.postId);
  const story = video.isStory === true ? storyWith(call.world, video.id) : undefined;
  const isPublished = post?.publishedAt != null || (story !== undefined && story.publishedAt <= call.now);
  const hidden = post?.goLiveBecause === 'schedule' ? 'scheduled' : 'draft';
  const publishTime = story?.publishedAt ?? post?.publishedAt ?? post?.goLiveAt;
  return {
    video_status: videoState(call, video),
    uploading_phase: { status: uploadingState(video), bytes_transfered: video.receivedBytes },
    processing_phase: {
      status: processingState(call, video),
      ...(video.failure === null ? {} : { error: { message: video.failure } }),
    },
    publishing_phase: {
      status: isPublished ? 'complete' : 'not_started',
      publish_status: isPublished ? 'published' : hidden,
      ...(publishTime == null ? {} : { publish_time: Math.floor(publishTime / 1000) }),
    },
  };
}

const isUploaded = ({ mediaId, fileSize, receivedBytes }: Video) =>
  mediaId !== null && (fileSize === null || receivedBytes >= fileSize);

const isReady = (call: GraphCall, { readyAt }: Video) => readyAt !== null && readyAt <= call.now;

function videoState(call: GraphCall, video: Video): string {
  if (video.failure !== null) return 'error';
  if (isReady(call, video)) return 'ready';
  if (video.finishedAt !== null) return 'processing';
  return isUploaded(video) ? 'upload_complete' : 'uploading';
}

function uploadingState(video: Video): string {
  if (isUploaded(video)) return 'complete';
  return video.receivedBytes > 0 ? 'in_progress' : 'not_started';
}

function processingState(call: GraphCall, video: Video): string {
  if (video.failure !== null) return 'error';
  if (isReady(call, video)) return 'complete';
  return video.finishedAt === null ? 'not_started' : 'in_progress';
}

function videoFields(call: GraphCall): FieldTable<Video> {
  const postOf = (video: Video) => (video.postId === null ? undefined : call.world.posts.get(video.postId));
  const total = (video: Video, key: 'likes' | 'comments') => {
    const post = postOf(video);
    return post ? engagementOf(call.world, post)[key] : 0;
  };
  return {
    id: (video) => video.id,
    title: (video) => video.title || undefined,
    description: (video) => video.description || undefined,
    created_time: (video) => graphTime(video.createdAt),
    updated_time: (video) => graphTime(video.finishedAt ?? video.createdAt),
    status: (video) => videoStatus(call, video),
    published: (video) => postOf(video)?.publishedAt != null,
    post_id: (video) => video.postId ?? undefined,
    permalink_url: (video) => {
      const post = postOf(video);
      return post ? permalink(call, post) : undefined;
    },
    scheduled_publish_time: (video) => {
      const post = postOf(video);
      return post?.goLiveBecause === 'schedule' && post.goLiveAt !== null ? graphTime(post.goLiveAt) : undefined;
    },
    length: () => 12,
    source: (video) => (video.mediaId === null ? undefined : `${call.origin}/media/${video.mediaId}`),
    picture: (video) => `${call.origin}/avatars/${video.id}.png`,
    from: (video) => ({ id: video.pageId, name: call.world.pages.get(video.pageId)?.name }),
    likes: (video) => ({ data: [], summary: { total_count: total(video, 'likes'), can_like: true, has_liked: false } }),
    comments: (video) => ({
      data: [],
      summary: { order: 'ranked', total_count: total(video, 'comments'), can_comment: true },
    }),
  };
}

export function showVideo(call: GraphCall, video: Video): Record<string, unknown> {
  return render(videoFields(call), 'Video', video, fieldsOf(call, 'updated_time,description,id'));
}

export function showPhoto(call: GraphCall, photo: Photo): Record<string, unknown> {
  const table: FieldTable<Photo> = {
    id: () => photo.id,
    name: () => photo.caption || undefined,
    alt_text_custom: () => photo.altText || undefined,
    created_time: () => graphTime(photo.createdAt),
    page_story_id: () => photo.postId ?? undefined,
    link: () => `${call.origin}/media/${photo.mediaId}`,
    picture: () => `${call.origin}/media/${photo.mediaId}`,
    images: () => [{ source: `${call.origin}/media/${photo.mediaId}`, width: 720, height: 720 }],
    from: () => ({ id: photo.pageId, name: call.world.pages.get(photo.pageId)?.name }),
  };
  return render(table, 'Photo', photo, fieldsOf(call, 'created_time,name,id'));
}
