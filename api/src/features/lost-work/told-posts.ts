import type { PostId, UserId } from '../../contract/ids.ts';
import type { ToldPost } from '../publishing/lost-posts.repository.ts';

/** A standby that is further behind than this is not promoted by anybody in their senses. */
const KEPT_MS = 10 * 60_000;
const KEPT_POSTS = 20_000;

/** What people did with their posts lately, as the database has told it. The newest of each post counts. */
export function toldPosts() {
  const posts = new Map<number, ToldPost & { readonly heardAt: number }>();

  return {
    /** @param payload `post:user:environment:status:mark`; of what a later release says otherwise nothing is kept */
    hear(payload: string, now = performance.now()): void {
      const [, id, userId, environment, status, mark = null] =
        /^(\d+):(\d+):(\w+):(\w+)(?::([0-9a-f]{32}))?$/.exec(payload) ?? [];
      if (id === undefined || userId === undefined || environment === undefined || status === undefined) return;
      if ((status === 'gone') !== (mark === null)) return;
      const post = Number(id);
      posts.delete(post);
      posts.set(post, {
        id: post as PostId,
        userId: Number(userId) as UserId,
        environment: environment as ToldPost['environment'],
        status,
        mark,
        heardAt: now,
      });
      for (const [oldest, { heardAt }] of posts) {
        if (posts.size <= KEPT_POSTS && heardAt > now - KEPT_MS) break;
        posts.delete(oldest);
      }
    },

    /** What is known by now. */
    all: (now = performance.now()): ToldPost[] => [...posts.values()].filter(({ heardAt }) => heardAt > now - KEPT_MS),

    /** Those of a history that is over. What was told of them since is kept. */
    forget(known: readonly ToldPost[]): void {
      for (const post of known) if (posts.get(post.id) === post) posts.delete(post.id);
    },
  };
}
