import type { Post } from '../entities.ts';
import { fullName, pagesOf, scopedId } from '../people.ts';
import { DEVELOPMENT_APP } from '../seed.ts';
import { fullGrant, mintPageToken, mintUserToken, setGrant } from '../tokens.ts';
import { stateOfStory, storiesOf } from '../stories.ts';
import type { World } from '../world.ts';

/**
 * Everybody, with fresh short-lived tokens and all three permissions under this app: ids differ from app to app too.
 */
export function listUsers(world: World, appId = DEVELOPMENT_APP.id): unknown[] {
  return [...world.people.values()].map((person) => {
    const user = mintUserToken(world, setGrant(world, fullGrant(appId, person.role)), false);
    const pages = pagesOf(world, person.role).map((page) => ({
      id: page.id,
      name: page.name,
      access_token: mintPageToken(world, user, page.id).token,
      category: page.category,
      tasks: page.tasks[person.role],
    }));
    return {
      role: person.role,
      id: scopedId(person, appId),
      name: fullName(person),
      email: person.email,
      accessToken: user.token,
      pages,
    };
  });
}

/** What is really on a page, oldest first, unpublished posts included. */
export function listPosts(world: World, pageId: string): unknown[] {
  return world.shelfOf(pageId).posts.map((post) => presentPost(world, post));
}

function presentPost(world: World, post: Post): Record<string, unknown> {
  return {
    id: post.id,
    kind: post.kind,
    message: post.message,
    link: post.link,
    is_published: post.publishedAt !== null,
    created_time: new Date(post.createdAt).toISOString(),
    published_time: post.publishedAt === null ? null : new Date(post.publishedAt).toISOString(),
    scheduled_time:
      post.goLiveBecause === 'schedule' && post.goLiveAt !== null ? new Date(post.goLiveAt).toISOString() : null,
    app_id: post.appId,
    attachments: post.attachments.map(({ type, id }) => ({ type, id, ...altTextOf(world, id), ...mediaOf(world, id) })),
  };
}

/** Every story that a page has had, oldest first; `is_over` after its day. */
export function listStories(world: World, pageId: string): unknown[] {
  const now = world.clock.now();
  return storiesOf(world, pageId).map((story) => ({
    id: story.id,
    kind: story.type,
    is_published: story.publishedAt <= now,
    is_over: stateOfStory(story, now) === 'over',
    created_time: new Date(story.createdAt).toISOString(),
    published_time: story.publishedAt <= now ? new Date(story.publishedAt).toISOString() : null,
    expires_time: new Date(story.expiresAt).toISOString(),
    app_id: story.appId,
    attachments: [
      { type: story.type, id: story.mediaId, ...altTextOf(world, story.mediaId), ...mediaOf(world, story.mediaId) },
    ],
  }));
}

function altTextOf(world: World, id: string): Record<string, unknown> {
  const altText = world.photos.get(id)?.altText ?? '';
  return altText === '' ? {} : { alt_text: altText };
}

function mediaOf(world: World, id: string): Record<string, unknown> {
  const mediaId = world.photos.get(id)?.mediaId ?? world.videos.get(id)?.mediaId;
  const media = mediaId == null ? undefined : world.media.get(mediaId);
  return media ? { bytes: media.bytes, sha256: media.sha256, content_type: media.contentType } : {};
}

/** Photos and videos of a page that belong to no post: uploads under way, and orphans. */
export function listUploads(world: World, pageId: string): unknown[] {
  const photos = [...world.photos.values()]
    .filter((photo) => photo.pageId === pageId && photo.postId === null)
    .map(({ id }) => ({ type: 'photo', id, ...mediaOf(world, id) }));
  const videos = [...world.videos.values()]
    .filter((video) => video.pageId === pageId && video.postId === null)
    .map(({ id, isReel, receivedBytes, fileSize }) => ({
      type: isReel ? 'reel' : 'video',
      id,
      received_bytes: receivedBytes,
      file_size: fileSize,
      ...mediaOf(world, id),
    }));
  return [...photos, ...videos];
}
