import Router from '@koa/router';
import type { Post, Video } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { publishPost, removePost, setGoLive } from '../posts.ts';
import { removeStory, storyWith } from '../stories.ts';
import { publishWhenReady } from '../videos.ts';
import { requireReader, requireSameApp, requireWriter } from './access.ts';
import { checkMessage, checkRepeat, readSchedule } from './content.ts';
import { allowOnly, flag, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError, noSuchObject } from './graph-error.ts';
import { showPageOrPerson } from './page-node.ts';
import { isVisible, showPost } from './post-node.ts';
import { checkReelCap } from './reels.routes.ts';
import { showPhoto, showVideo } from './video-node.ts';

/** Reading, editing, flipping and deleting a single object by id. */
export function nodesRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.get('/:id', graph(deps, show));
  router.post('/:id', graph(deps, edit));
  router.delete('/:id', graph(deps, remove));
  return router;
}

function show(call: GraphCall, id: string): unknown {
  const { world } = call;
  const post = world.posts.get(id);
  const video = world.videos.get(id);
  const photo = world.photos.get(id);
  const found = post ?? video ?? photo;
  if (found) {
    if (!isVisible(call, found)) throw noSuchObject(id);
    requireReader(call, found.pageId);
    if (post) return showPost(call, post);
    return video ? showVideo(call, video) : photo && showPhoto(call, photo);
  }
  return showPageOrPerson(call, id);
}

function edit(call: GraphCall, id: string): unknown {
  const { world } = call;
  const video = world.videos.get(id);
  const post = world.posts.get(video?.postId ?? id);
  if (!post && !video) throw noSuchObject(id, 'post');
  const { pageId, appId } = (post ?? video)!;
  requireWriter(call, pageId);
  requireSameApp(call, appId);
  return video ? editVideo(call, video, post) : editPost(call, post!);
}

function editPost(call: GraphCall, post: Post): unknown {
  allowOnly(call, [
    'message',
    'is_published',
    'scheduled_publish_time',
    'is_hidden',
    'is_pinned',
    'backdated_time',
    'timeline_visibility',
  ]);
  const { message } = call.params;
  if (message !== undefined) checkMessage(message);
  const scheduledAt = readSchedule(call, 30);
  const isPublished = flag(call, 'is_published');
  if (scheduledAt !== null && (post.publishedAt !== null || isPublished === true))
    throw badParameter('A published post cannot be scheduled', 'scheduled_publish_time');
  if (isPublished === false && post.publishedAt !== null)
    throw badParameter('A published post cannot be unpublished', 'is_published');
  // Two-step publishing: the text is judged when it would become public.
  if (isPublished === true && post.publishedAt === null && post.attachments.length === 0)
    checkRepeat(call, post.pageId, message ?? post.message);

  if (message !== undefined && message !== post.message) {
    post.message = message;
    call.effect(`edited ${post.id}`);
  }
  post.isHidden = flag(call, 'is_hidden') ?? post.isHidden;
  post.isPinned = flag(call, 'is_pinned') ?? post.isPinned;
  if (scheduledAt !== null) {
    setGoLive(call.world, post, scheduledAt, 'schedule');
    call.effect(`scheduled ${post.id}`);
  }
  if (isPublished === true && post.publishedAt === null) makePublic(call, post);
  call.world.changed();
  return { success: true };
}

function editVideo(call: GraphCall, video: Video, post: Post | undefined): unknown {
  allowOnly(call, ['published', 'is_published', 'description', 'title', 'name', 'scheduled_publish_time']);
  const isPublished = flag(call, 'published') ?? flag(call, 'is_published');
  const description = call.params['description'];
  if (description !== undefined) {
    checkMessage(description);
    video.description = description;
    if (post) post.message = description;
  }
  video.title = call.params['title'] ?? call.params['name'] ?? video.title;
  if (isPublished === false && post?.publishedAt != null)
    throw badParameter('A published video cannot be unpublished', 'published');
  if (isPublished === true) {
    if (!post) throw new GraphError({ code: 1363033, message: '(#1363033) The video has not been uploaded yet.' });
    if (post.publishedAt === null) makePublic(call, post, video);
  }
  call.world.changed();
  return { success: true };
}

function makePublic(call: GraphCall, post: Post, video = videoOf(call, post)): void {
  if (video?.failure != null) throw badParameter(video.failure);
  if (video?.isReel === true) checkReelCap(call, post.pageId);
  const lag = call.exchange.tweaks.readLagMs;
  if (video) publishWhenReady(call.world, video, post, lag);
  else publishPost(call.world, post, call.now, lag);
  call.effect(`published ${post.id}`);
}

function videoOf(call: GraphCall, post: Post): Video | undefined {
  const attached = post.attachments.find(({ type }) => type === 'video');
  return attached && call.world.videos.get(attached.id);
}

function remove(call: GraphCall, id: string): unknown {
  const { world } = call;
  const video = world.videos.get(id);
  const photo = world.photos.get(id);
  const post = world.posts.get(video?.postId ?? photo?.postId ?? id);
  const story = world.stories.get(id) ?? storyWith(world, id);
  const found = post ?? video ?? photo ?? story;
  if (!found) throw noSuchObject(id, 'delete');
  requireWriter(call, found.pageId);
  allowOnly(call, []);
  if (post) removePost(world, post);
  if (story) removeStory(world, story);
  world.videos.delete(id);
  world.photos.delete(id);
  world.changed();
  call.effect(`deleted ${id}`);
  return { success: true };
}
