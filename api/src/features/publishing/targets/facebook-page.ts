import type { Outgoing, OutgoingToPage } from '../target.ts';

/** Every post for Facebook has its page by the time that a target sees it. */
export function toPage(post: Outgoing): OutgoingToPage {
  if (post.page === null) throw new Error(`Post ${post.postId} has no page`);
  return { ...post, page: post.page };
}

/** Facebook leads this address on to the post wherever it lives. */
export function permalinkOf(id: string): string {
  return `https://www.facebook.com/${id}`;
}
