import type { PostId } from '../../contract/ids.ts';
import type { TimelineEntry } from '../../contract/timeline.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post } from '../posts/post.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { timelineOf } from './timeline.present.ts';
import type { TimelineRepository } from './timeline.repository.ts';

/** Tells a post of an owner's with everything that happened to it; null when it is gone, or not theirs. */
export function readingStories({ posts, timeline }: { posts: PostsRepository; timeline: TimelineRepository }) {
  return async function story(owner: Owner, id: PostId): Promise<{ post: Post; entries: TimelineEntry[] } | null> {
    const [post, traces] = await Promise.all([posts.find(owner, id), timeline.find(owner, id)]);
    return post === null || traces === null ? null : { post, entries: timelineOf(post, traces) };
  };
}
export type ReadStory = ReturnType<typeof readingStories>;
