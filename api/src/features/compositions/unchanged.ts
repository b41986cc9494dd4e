import type { Owner } from '../../db/owner.ts';
import type { PostPreconditions } from '../posts/post-preconditions.ts';
import type { Post } from '../posts/post.ts';

/** A post that was left as it is, and why. */
export interface Unchanged {
  readonly post: Post;
  readonly message: string;
}

/** Says in words what keeps a post from being changed or deleted. */
export async function reasonOf(
  preconditions: Pick<PostPreconditions, 'conflict'>,
  owner: Owner,
  post: Post,
): Promise<Unchanged> {
  return { post, message: (await preconditions.conflict(owner, post.id)).message };
}
