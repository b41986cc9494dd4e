import Router from '@koa/router';
import { z } from 'zod';
import type { Post } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import { createPost, publishPost, setGoLive } from '../posts.ts';
import { requireReader, requireWriter } from './access.ts';
import { checkLink, checkMessage, checkRepeat, readSchedule } from './content.ts';
import { allowOnly, flag, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter } from './graph-error.ts';
import { paged } from './paging.ts';
import { isListed, showPost } from './post-node.ts';

const KNOWN = [
  'message',
  'link',
  'published',
  'scheduled_publish_time',
  'attached_media',
  'backdated_time',
  'targeting',
  'feed_targeting',
  'unpublished_content_type',
  'place',
  'tags',
  'call_to_action',
  'name',
  'description',
  'caption',
  'picture',
  'actions',
  'object_attachment',
];
const LIST_PARAMS = [
  'limit',
  'after',
  'before',
  'since',
  'until',
  'is_published',
  'include_hidden',
  'show_expired',
  '__paging_token',
];
const AttachedMedia = z.array(
  z.union([z.object({ media_fbid: z.string() }), z.string().transform((text) => ({ media_fbid: text }))]),
);

/** `POST /{page}/feed` and the lists of a page's posts. */
export function feedRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post('/:id/feed', graph(deps, createFeedPost));
  router.get(
    '/:id/feed',
    graph(deps, (call, id) => {
      const published = flag(call, 'is_published');
      return list(
        call,
        id,
        (post) => post.kind !== 'reel' && (published === undefined || published === (post.publishedAt !== null)),
      );
    }),
  );
  const onlyPublished = graph(deps, (call, id) =>
    list(call, id, (post) => post.kind !== 'reel' && post.publishedAt !== null),
  );
  router.get('/:id/posts', onlyPublished);
  router.get('/:id/published_posts', onlyPublished);
  router.get(
    '/:id/scheduled_posts',
    graph(deps, (call, id) => list(call, id, (post) => post.goLiveBecause === 'schedule')),
  );
  router.get(
    '/:id/promotable_posts',
    graph(deps, (call, id) => {
      const published = flag(call, 'is_published');
      return list(call, id, (post) => published === undefined || published === (post.publishedAt !== null));
    }),
  );
  return router;
}

function createFeedPost(call: GraphCall, pageId: string): unknown {
  requireWriter(call, pageId);
  allowOnly(call, [...KNOWN, ...Object.keys(call.params).filter((key) => /^attached_media\[\d+\]$/.test(key))]);
  const { message = '', link } = call.params;
  const mediaIds = attachedMedia(call);
  if (message.trim() === '' && link === undefined && mediaIds.length === 0)
    throw badParameter('Missing message or attachment', 'message');
  checkMessage(message);
  checkLink(link);
  const scheduledAt = readSchedule(call, 30);
  const isPublic = flag(call, 'published') ?? true;
  if (scheduledAt !== null && isPublic)
    throw badParameter('You cannot specify a scheduled publish time on a published post', 'published');
  const attachments = mediaIds.map((id) => claimMedia(call, pageId, id));
  if (isPublic && attachments.length === 0) checkRepeat(call, pageId, message);

  const post = createPost(
    call.world,
    {
      pageId,
      kind: attachments[0]?.type ?? 'text',
      message,
      link: link ?? null,
      appId: call.token?.appId ?? '',
      attachments,
    },
    call.exchange.tweaks.readLagMs,
  );
  for (const { type, id } of attachments)
    (type === 'photo' ? call.world.photos : call.world.videos).get(id)!.postId = post.id;
  if (scheduledAt !== null) setGoLive(call.world, post, scheduledAt, 'schedule');
  if (isPublic) publishPost(call.world, post, call.now, call.exchange.tweaks.readLagMs);
  const hidden = scheduledAt === null ? 'created unpublished' : 'scheduled';
  call.effect(`${isPublic ? 'published' : hidden} ${post.id}`);
  return call.params['fields'] === undefined ? { id: post.id } : showPost(call, post);
}

function attachedMedia(call: GraphCall): string[] {
  const indexed = Object.keys(call.params)
    .filter((key) => /^attached_media\[\d+\]$/.test(key))
    .sort();
  const text =
    call.params['attached_media'] ??
    (indexed.length > 0 ? `[${indexed.map((key) => call.params[key]).join(',')}]` : '[]');
  try {
    return AttachedMedia.parse(JSON.parse(text)).map((entry) => entry.media_fbid);
  } catch {
    throw badParameter('Param attached_media must be an array of {"media_fbid": id}', 'attached_media');
  }
}

function claimMedia(call: GraphCall, pageId: string, id: string): { type: 'photo' | 'video'; id: string } {
  const photo = call.world.photos.get(id);
  const video = call.world.videos.get(id);
  const found = photo ?? video;
  if (!found || found.pageId !== pageId)
    throw badParameter(`The media object ${id} does not exist or belongs to another page`, 'attached_media');
  if (found.postId !== null && call.world.posts.get(found.postId)?.publishedAt != null)
    throw badParameter(`The media object ${id} was already posted`, 'attached_media');
  return { type: photo ? 'photo' : 'video', id };
}

/** Newest first; `since` and `until` compare with the creation time. */
export function list(call: GraphCall, pageId: string, wanted: (post: Post) => boolean): unknown {
  requireReader(call, pageId);
  allowOnly(call, LIST_PARAMS);
  const since = instant(call, 'since', -Infinity);
  const until = instant(call, 'until', Infinity);
  const found: Post[] = [];
  const { posts } = call.world.shelfOf(pageId);
  for (let index = posts.length - 1; index >= 0; index -= 1) {
    const post = posts[index]!;
    // Creation times only grow: nothing older can match.
    if (post.createdAt < since) break;
    if (post.createdAt <= until && wanted(post) && isListed(call, post)) found.push(post);
  }
  return paged(
    call,
    found,
    (post) => post.id,
    (post) => showPost(call, post),
  );
}

function instant(call: GraphCall, name: string, otherwise: number): number {
  const text = call.params[name];
  if (text === undefined) return otherwise;
  const at = /^-?\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text)) * 1000 : Date.parse(text);
  if (Number.isNaN(at)) throw badParameter(`Param ${name} must be a valid time`, name);
  return at;
}
