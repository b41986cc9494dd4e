import { commentsOf, engagementOf } from '../engagement.ts';
import type { Post } from '../entities.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

const SHOWN_COMMENTS = 3;

/** One post with its media, numbers and newest comments. */
export function postCard(world: World, post: Post): Html {
  const page = world.pages.get(post.pageId);
  const { reactions, comments, shares } = engagementOf(world, post);
  const list = commentsOf(world, post, SHOWN_COMMENTS).map(
    ({ name, text }) => html`<li><strong>${name}</strong> ${text}</li>`,
  );
  const counts = [plural(reactions, 'like'), plural(comments, 'comment'), plural(shares, 'share')].map(
    (text) => html`<span>${text}</span>`,
  );
  const href = `/pages/${post.pageId}/posts/${post.id.split('_')[1] ?? ''}`;
  const link =
    post.link === null ? html`` : html`<p><a href="${post.link}" rel="nofollow noreferrer">${post.link}</a></p>`;
  return html`<article id="post-${post.id}"><header>
    <img src="/avatars/${post.pageId}.png?size=80" alt="" width="40" height="40">
    <p><strong>${page?.name ?? ''}</strong><small><a href="${href}">${whenText(post.publishedAt)}</a></small></p>
    </header>
    <p class="text">${post.message}</p>${link}
    ${post.attachments.map((attachment) => mediaOf(world, post, attachment))}
    <p class="counts" data-live="counts-${post.id}">${counts}</p>
    <div data-live="comments-${post.id}">${list.length > 0 ? html`<ul class="comments">${list}</ul>` : html``}</div>
    </article>`;
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

function whenText(at: number | null): string {
  return at === null ? '' : new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

function mediaOf(world: World, post: Post, { type, id }: Post['attachments'][number]): Html {
  if (type === 'photo') {
    const photo = world.photos.get(id);
    return photo
      ? html`<img class="media" src="/media/${photo.mediaId}" alt="${photo.altText || 'Photo of this post'}">`
      : html``;
  }
  const mediaId = world.videos.get(id)?.mediaId;
  return mediaId == null
    ? html``
    : html`<video class="media" controls preload="metadata" src="/media/${mediaId}"
        aria-label="${post.kind === 'reel' ? 'Reel' : 'Video'} of this post"></video>`;
}
