import type { Claim } from '../features/publishing/claim.ts';
import type { ClaimsRepository } from '../features/publishing/claims.repository.ts';
import type { Problem } from '../contract/pages.ts';
import { inWords } from './in-words.ts';
import type { TestApi } from './test-api.ts';

interface PostState {
  readonly status: string;
  /** As its owner reads it. */
  readonly problem: Problem | null;
  readonly is_held: boolean;
  readonly is_late: boolean;
}

/** How posts fare, as their owner and their page's followers see it. */
export function postStories(api: TestApi) {
  const statusOf = async (id: number): Promise<PostState> =>
    inWords((await api.stored.posts.first({ id })) as PostState);
  /** As if the worker that holds a post had died: its lease is over. A wait for another poll is cut short. */
  const endLeases = () => api.stored.posts.expireLeases();

  return {
    statusOf,
    endLeases,

    /** How often followers see this text on a page. */
    async seen(content: string, onPage: string): Promise<number> {
      return (await api.sandbox.oracle(onPage)).filter((post) => post.message === content && post.is_published).length;
    },

    /** Turns, with waits for another poll cut short, until the post has come to an end. */
    async untilEnded(id: number): Promise<void> {
      for (let turns = 0; turns < 8; turns += 1) {
        await api.turn();
        if ((await statusOf(id)).status !== 'publishing') return;
        await endLeases();
      }
    },
  };
}

/** What one poll of the loop would take. */
export async function claimDue(claims: ClaimsRepository, limit = 1, worker: string | null = null): Promise<Claim[]> {
  return [
    ...(await claims.claimOrphaned(limit, worker)),
    ...(await claims.claimNextOfPages(await claims.duePages(limit), worker)),
  ];
}
