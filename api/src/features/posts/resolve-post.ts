import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Network } from '../../networks/network.ts';
import type { Networks } from '../../networks/networks.ts';
import { readPostAddress, type PostAddress } from '../../networks/post-address.ts';
import { changingAs, type Author } from './author.ts';
import type { Doubt, Doubts, DoubtState } from './doubts.ts';
import type { Post, Resolution } from './post.ts';
import type { PostsRepository } from './posts.repository.ts';

const NOTHING_TO_DECIDE: Record<Extract<DoubtState, string>, string> = {
  'at work': 'This post is being published or checked right now. Try again in a minute.',
  unsent: "We haven't sent this post yet, so it can't be published already. Delete it or choose a new time instead.",
  published: 'This post is already published.',
  none: "This post doesn't need a decision.",
};

type Links = Network['links'];

interface Deps {
  readonly posts: PostsRepository;
  readonly idempotency: Idempotency;
  readonly media: MediaService;
  readonly networks: Networks;
  /** In a transaction. */
  doubts(trx: Knex): Doubts;
  /** Publishes what is due right now and waits for its end. */
  publishAndWait(owner: Author, id: PostId): Promise<Post>;
}

/** Ends the doubt about a post that may be out, by the word of whoever has looked. */
export function resolvingPosts({ posts, idempotency, media, networks, doubts, publishAndWait }: Deps) {
  /**
   * @param url of a post that is out
   * @throws ConflictError when there is nothing to decide, or a worker is at the post just now
   */
  return async function resolve(
    owner: Author,
    id: PostId,
    { as, url, idempotencyKey }: { as: Resolution; url: string | null; idempotencyKey: IdempotencyKey | null },
  ): Promise<Post> {
    const post = await posts.find(owner, id);
    if (post === null) throw new NotFoundError('This post no longer exists.');
    if (as !== 'out' && url !== null) throw invalidUrl('Only a published post can have a link.');
    const { links } = networks.of(post.target);
    const address = url === null || url === '' ? null : addressOf({ links, post, url });
    const files = as === 'forget' ? await media.forPost(id) : [];

    if ((await idempotency.find(owner, idempotencyKey)) === null) {
      await idempotency.once(owner, idempotencyKey, (db) =>
        changingAs(db, owner, async (trx) => {
          const doubt = await doubts(trx).lock(owner, id);
          if (doubt === null) throw new NotFoundError('This post no longer exists.');
          // A second click, or the loop, was faster: it is what was said.
          if (doubt === 'published' && as === 'out') return id;
          if (typeof doubt === 'string') throw new ConflictError(NOTHING_TO_DECIDE[doubt]);
          await decide(doubts(trx), { owner, post, doubt, as, address, links });
          return id;
        }),
      );
    }

    if (as === 'forget') {
      await media.remove(
        owner,
        files.map((file) => file.id),
      );
      return post;
    }
    if (as === 'not-out') return publishAndWait(owner, id);
    const settled = await posts.find(owner, id);
    if (settled === null) throw new NotFoundError('This post no longer exists.');
    return settled;
  };
}

function invalidUrl(message: string): InvalidInputError {
  return new InvalidInputError(message, { issues: [{ path: 'url', message }] });
}

/** @throws InvalidInputError for an address that is not at the place of the post, or is another post's */
function addressOf({ links, post, url }: { links: Links; post: Post; url: string }): PostAddress {
  const address = readPostAddress(url, links);
  if (address !== null) return address;
  throw invalidUrl(`Enter ${networkFacts(post.target).link.of} on ${links.host}, starting with https://.`);
}

async function decide(
  doubtful: Doubts,
  {
    owner,
    post,
    doubt,
    as,
    address,
    links,
  }: { owner: Author; post: Post; doubt: Doubt; as: Resolution; address: PostAddress | null; links: Links },
): Promise<void> {
  if (as === 'forget') return doubtful.forget(doubt);
  if (as === 'not-out') return doubtful.sendAgain(doubt);
  const named = address?.remoteId ?? null;
  if (named !== null && (await doubtful.isTaken(owner, named, post.id)))
    throw invalidUrl("This is the address of another post. Enter this post's address, or leave it empty.");
  // In addresses Facebook may call a page by another number than the Graph API does: then the address alone is kept.
  const isOfPage = named !== null && (!named.includes('_') || named.startsWith(`${doubt.pageId}_`));
  const remoteId = isOfPage ? named : doubt.remoteId;
  const known = remoteId === null ? null : links.permalinkOf(remoteId);
  return doubtful.settle(doubt, { remoteId, permalinkUrl: address?.permalinkUrl ?? known });
}
