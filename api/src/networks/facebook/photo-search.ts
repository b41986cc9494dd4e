import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphTransportError } from '../../facebook/graph-errors.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sought } from '../target.ts';
import { permalinkOf } from './page.ts';
import { seePost } from './post.ts';
import { boundsOf, searchPublishedPosts } from './search.ts';

const Photo = z.object({ id: z.string(), page_story_id: z.string().optional() });

/** Looks for a post with photos among the page's posts, and then for its photos: Facebook does not list every post. */
export async function searchPhotos(
  graph: GraphClient,
  post: OutgoingToPage,
  sought: Sought,
  mode: Config['FB_PUBLISH_MODE'],
): Promise<Outcome> {
  const listed = await searchPublishedPosts(graph, post, sought);
  if (listed.kind !== 'absent' || sought.ids.length === 0) return listed;
  return outcomeOf<Outcome>(async () => {
    const { page } = post;
    const photos = await graph.list({
      path: `${page.pageId}/photos`,
      params: { type: 'uploaded', fields: 'id,page_story_id', ...boundsOf(sought) },
      token: page.token,
      app: page.app,
      answer: Photo,
    });
    const story = photos.find(
      ({ id, page_story_id: storyId }) => storyId !== undefined && sought.ids.includes(id),
    )?.page_story_id;
    if (story === undefined) return { kind: 'absent' };
    // In one step only the visible call puts photos into a post; in two steps the unpublished one holds them too.
    if (mode === 'two-step') {
      const seen = await seePost(graph, post, story);
      if (seen.kind === 'refused')
        throw new GraphTransportError('The photos are in a post that Facebook does not let us read', null);
      return seen;
    }
    return { kind: 'published', remoteId: story, permalinkUrl: permalinkOf(story) };
  });
}
