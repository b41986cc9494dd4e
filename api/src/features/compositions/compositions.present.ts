import type * as contract from '../../contract/compositions.ts';
import { present as presentPost } from '../posts/posts.present.ts';
import type { Unchanged } from './unchanged.ts';
import type { Composition } from './read-composition.ts';

export function present({ id, content, createdAt, posts, ownMedia }: Composition): contract.Composition {
  return {
    id,
    content,
    createdAt: createdAt.toISOString(),
    posts: posts.map((post) => ({
      ...presentPost(post),
      // What a story is called is no text.
      hasOwnText: post.placement === 'feed' && post.content !== content,
      hasOwnMedia: ownMedia.has(post.id),
    })),
  };
}

export function presentUnchanged({ post, message }: Unchanged): contract.UnchangedPost {
  const { id, facebookPageId, pageName, status } = post;
  return { postId: id, facebookPageId, pageName, status, message };
}
