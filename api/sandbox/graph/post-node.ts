import { graphTime } from '../clock.ts';
import { commentsOf, engagementOf } from '../engagement.ts';
import type { Post } from '../entities.ts';
import { SUITE_APP } from '../seed.ts';
import { parseFields, plainFields, render } from './fields.ts';
import type { Field, FieldTable } from './fields.ts';
import type { GraphCall } from './graph-call.ts';

const STATUS_TYPES = { text: 'mobile_status_update', photo: 'added_photos', video: 'added_video', reel: 'added_video' };

/** Is the post there for this read? New objects may lag. */
export function isVisible(call: GraphCall, node: { visibleFrom: number; createdAt: number }): boolean {
  return node.visibleFrom <= call.now && !lags(call, node.createdAt);
}

/** Is it in lists already? A post made public a moment ago may lag there too. */
export function isListed(call: GraphCall, post: Post): boolean {
  return isVisible(call, post) && post.listedFrom <= call.now && !lags(call, post.publishedAt ?? post.createdAt);
}

function lags(call: GraphCall, at: number): boolean {
  const { readLagMs } = call.exchange.tweaks;
  return readLagMs > 0 && at > call.now - readLagMs;
}

export function permalink(call: GraphCall, post: Post): string {
  return `${call.origin}/pages/${post.pageId}/posts/${post.id.split('_')[1] ?? post.id}`;
}

function summaryEdge(
  field: Field,
  total: number,
  entries: unknown[],
  extra: Record<string, unknown>,
): Record<string, unknown> {
  const limit = Number(field.args['limit'] ?? 25);
  const shown = entries.slice(0, limit);
  return {
    data: shown,
    ...(field.args['summary'] === undefined || field.args['summary'] === 'false'
      ? {}
      : { summary: { total_count: total, ...extra } }),
  };
}

function attachments(call: GraphCall, post: Post): unknown {
  const data = post.attachments.map(({ type, id }) => ({
    media_type: type,
    type: type === 'photo' ? 'photo' : 'video_inline',
    target: { id, url: permalink(call, post) },
    url: permalink(call, post),
    media: { image: { src: mediaUrl(call, id), width: 720, height: 720 } },
  }));
  const link =
    post.link === null
      ? []
      : [{ media_type: 'link', type: 'share', title: post.link, url: post.link, target: { url: post.link } }];
  const all = [...data, ...link];
  return all.length === 0 ? undefined : { data: all };
}

function mediaUrl(call: GraphCall, id: string): string {
  return `${call.origin}/media/${call.world.photos.get(id)?.mediaId ?? call.world.videos.get(id)?.mediaId ?? id}`;
}

function application(call: GraphCall, post: Post): unknown {
  const app = call.world.apps.get(post.appId);
  return {
    id: post.appId,
    name: app?.name ?? SUITE_APP.name,
    link: `https://www.facebook.com/games/?app_id=${post.appId}`,
  };
}

function postFields(call: GraphCall): FieldTable<Post> {
  const page = (post: Post) => ({ id: post.pageId, name: call.world.pages.get(post.pageId)?.name });
  return {
    id: (post) => post.id,
    message: (post) => post.message || undefined,
    story: () => undefined,
    created_time: (post) => graphTime(post.createdAt),
    updated_time: (post) => graphTime(post.publishedAt ?? post.createdAt),
    permalink_url: (post) => permalink(call, post),
    is_published: (post) => post.publishedAt !== null,
    is_hidden: (post) => post.isHidden,
    is_pinned: (post) => post.isPinned,
    is_expired: () => false,
    is_popular: () => false,
    is_eligible_for_promotion: () => true,
    scheduled_publish_time: (post) =>
      post.goLiveBecause === 'schedule' && post.goLiveAt !== null ? Math.floor(post.goLiveAt / 1000) : undefined,
    status_type: (post) => STATUS_TYPES[post.kind],
    promotable_id: (post) => post.id,
    privacy: () => ({ value: 'EVERYONE', description: 'Public', friends: '', allow: '', deny: '' }),
    application: (post) => application(call, post),
    from: page,
    full_picture: (post) => (post.attachments[0] ? mediaUrl(call, post.attachments[0].id) : undefined),
    attachments: (post) => attachments(call, post),
    // Absent when zero: readers must cope.
    shares: (post) => {
      const { shares } = engagementOf(call.world, post);
      return shares > 0 ? { count: shares } : undefined;
    },
    likes: (post, field) =>
      summaryEdge(field, engagementOf(call.world, post).likes, [], { can_like: true, has_liked: false }),
    reactions: (post, field) =>
      summaryEdge(field, engagementOf(call.world, post).reactions, [], { viewer_reaction: 'NONE' }),
    comments: (post, field) =>
      summaryEdge(field, engagementOf(call.world, post).comments, comments(call, post, field), {
        order: 'ranked',
        can_comment: true,
      }),
  };
}

function comments(call: GraphCall, post: Post, field: Field): unknown[] {
  return commentsOf(call.world, post, Number(field.args['limit'] ?? 25)).map((comment) => ({
    created_time: graphTime(comment.at),
    from: { name: comment.name },
    message: comment.text,
    id: comment.id,
  }));
}

export function showPost(
  call: GraphCall,
  post: Post,
  fields = fieldsOf(call, 'created_time,message,id'),
): Record<string, unknown> {
  return render(postFields(call), 'PagePost', post, fields);
}

/** The fields the caller asked for, else the node's default ones. */
export function fieldsOf(call: GraphCall, defaults: string): Field[] {
  const asked = call.params['fields'];
  return asked === undefined || asked === '' ? plainFields(defaults) : parseFields(asked);
}
