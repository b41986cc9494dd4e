import type { FiztechClient } from './fiztech-client.ts';
import { outcomeOf, type Outgoing, type Outcome, type Target } from '../target.ts';

/** The tech site makes one article of a key, however often it hears it, and tells what became of it. */
export function fiztechTarget(fiztech: FiztechClient): Target {
  async function poll(post: Outgoing): Promise<Outcome> {
    return outcomeOf<Outcome>(async () => {
      const article = await fiztech.find(keyOf(post));
      return article === null
        ? { kind: 'absent' }
        : { kind: 'published', remoteId: article.id, permalinkUrl: article.url };
    });
  }

  return {
    isCommitRepeatable: true,
    isKeyed: true,
    prepare: async () => null,

    async commit(post) {
      if (post.article === null) throw new Error('There is no article to publish');
      const { article } = post;
      return outcomeOf(async () => {
        const { id, url } = await fiztech.create(article, keyOf(post));
        return { kind: 'published', remoteId: id, permalinkUrl: url };
      });
    },

    observe: poll,
    // An answer of nothing under a key is one about that key alone, which may be used again.
    search: poll,
  };
}

/**
 * A database put back to an earlier day gives out the ids of forgotten posts again: the instant in which the row was
 * made keeps the key of a new post from being that of a forgotten one, and a post that came back with its row keeps its
 * own.
 */
export function keyOf({ postId, createdAt }: Pick<Outgoing, 'postId' | 'createdAt'>): string {
  return `pagecast-${postId}-${createdAt.getTime().toString(36)}`;
}
