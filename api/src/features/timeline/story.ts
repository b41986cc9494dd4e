import type { PostId } from '../../contract/ids.ts';
import type { Standing, TimelineEntry } from '../../contract/timeline.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post } from '../posts/post.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { standingOf } from './standing.ts';
import { timelineOf } from './timeline.present.ts';
import type { TimelineRepository } from './timeline.repository.ts';

export interface Story {
  readonly post: Post;
  readonly entries: TimelineEntry[];
  readonly standing: Standing | null;
}

/** Tells a post of an owner's with everything that happened to it; null when it is gone, or not theirs. */
export function readingStories({ posts, timeline }: { posts: PostsRepository; timeline: TimelineRepository }) {
  return async function story(owner: Owner, id: PostId): Promise<Story | null> {
    const [post, traces] = await Promise.all([posts.find(owner, id), timeline.find(owner, id)]);
    return post === null || traces === null
      ? null
      : { post, entries: timelineOf(post, traces), standing: standingOf(traces) };
  };
}
export type ReadStory = ReturnType<typeof readingStories>;
