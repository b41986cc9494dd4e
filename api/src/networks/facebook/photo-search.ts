import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphTransportError } from '../../facebook/graph-errors.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sought } from '../target.ts';
import { seePost } from './post.ts';
import { boundsOf, searchPublishedPosts } from './search.ts';

const Photo = z.object({ id: z.string(), page_story_id: z.string().optional() });

/** Looks for a post with photos among the page's posts, and then for its photos: Facebook does not list every post. */
export async function searchPhotos(graph: GraphClient, post: OutgoingToPage, sought: Sought): Promise<Outcome> {
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
    const stories = [
      ...new Set(
        photos.flatMap(({ id, page_story_id: story }) =>
          story !== undefined && sought.ids.includes(id) ? [story] : [],
        ),
      ),
    ];
    // Only the visible call of one step puts photos into a post, but two steps may have been the mode when it was sent:
    // then an unpublished one holds them too.
    return seenIn(stories, (story) => seePost(graph, post, story), sought);
  });
}

/** Several attempts may have made a post each: one that is not shown says nothing of another. */
async function seenIn(
  stories: readonly string[],
  see: (story: string) => Promise<Outcome>,
  { mayBeMadeAnew = false }: Sought,
): Promise<Outcome> {
  const seen: Outcome[] = [];
  for (const story of stories) {
    const outcome = await see(story);
    if (outcome.kind === 'published') return outcome;
    seen.push(outcome);
  }
  const unclear = seen.find(({ kind }) => kind === 'unclear');
  if (unclear !== undefined) return unclear;
  if (seen.some(({ kind }) => kind !== 'absent'))
    throw new GraphTransportError('The photos are in a post that Facebook does not let us read', null);
  if (seen.length > 0 && mayBeMadeAnew)
    throw new GraphTransportError('Another post may have been made of these photos', null);
  return { kind: 'absent' };
}
