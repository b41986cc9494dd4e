import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { periodOf } from '../compositions/free-times.ts';
import type { Author } from '../posts/author.ts';
import type { PostStatus } from '../posts/post.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import type { ChangedPost } from './bulk-changes.repository.ts';
import { thoseTooClose, type Spot, type Wanted } from './keep-apart.ts';

/** Posts whose old places others have by now, and how far posts stay apart. */
export interface TakenPlaces {
  readonly taken: ReadonlySet<PostId>;
  readonly spacingMinutes: number;
}

/**
 * Which of these posts would be too close to others if they went back to where they were before a change. What was as
 * close before it was so by their owner's wish: only posts that were touched since count.
 */
export async function takenPlaces(
  trx: Knex,
  author: Author,
  posts: readonly ChangedPost[],
  { since, now }: { since: Date; now: Date },
): Promise<TakenPlaces> {
  const wanted = posts.flatMap((post) => wantedOf(post, now));
  if (wanted.length === 0) return { taken: new Set(), spacingMinutes: 0 };
  const pages = [...new Set(wanted.map(({ facebookPageId }) => facebookPageId))];
  const { taken, spacingMinutes } = await takenTimesRepository(trx).taken(author, pages, {
    ...periodOf(wanted.map(({ at }) => at)),
    exceptPostIds: wanted.map(({ id }) => id),
    touchedSince: since,
  });
  return { taken: thoseTooClose(wanted, taken, spacingMinutes, { stoodTogether: true }), spacingMinutes };
}

/** Where it would stand again, if that is another place than now. What is over, or was not planned, takes none. */
function wantedOf(post: ChangedPost, now: Date): Wanted[] {
  const to = spotOf(post.oldStatus, post.oldTime, post.oldPageId);
  if (to === null || to.at <= now) return [];
  const from = spotOf(post.newStatus, post.newTime, post.newPageId);
  const isThere = from?.facebookPageId === to.facebookPageId && from.at.getTime() === to.at.getTime();
  return isThere ? [] : [{ id: post.id, ...to, from }];
}

function spotOf(status: PostStatus | null, at: Date | null, facebookPageId: PageId | null): Spot | null {
  return status === 'scheduled' && at !== null && facebookPageId !== null ? { at, facebookPageId } : null;
}
