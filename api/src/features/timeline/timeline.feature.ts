import type { Knex } from 'knex';
import type { Posts } from '../posts/posts.feature.ts';
import { readingStories } from './story.ts';
import { timelineRepository } from './timeline.repository.ts';
import { timelineRoutes } from './timeline.routes.ts';

/** What happened to a post, from its first word on. */
export function createTimeline({ db, posts }: { db: Knex; posts: Posts }) {
  const story = readingStories({ posts: posts.repository, timeline: timelineRepository(db) });
  return { story, routes: [timelineRoutes({ story })] };
}
