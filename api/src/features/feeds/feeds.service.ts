import type { Knex } from 'knex';
import { FEED_DEFAULT_A_DAY, MAX_FEEDS } from '../../contract/feeds.ts';
import { LANGUAGES } from '../../contract/generation.ts';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError, RefusedError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { forgetFeedNews } from '../notifications/notify-of-feed.repository.ts';
import type { Pages } from '../pages/pages.feature.ts';
import { told } from '../sources/source-flaws.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';
import { feedsRepository, type Feed, type FeedChoices, type FeedsRepository } from './feeds.repository.ts';
import type { readingFeeds } from './read-feed.ts';

interface Deps {
  readonly db: Knex;
  readonly pages: Pick<Pages, 'repository'>;
  readonly sources: Pick<Sources, 'readFeed'>;
  readonly takeIn: ReturnType<typeof readingFeeds>['takeIn'];
  /** Of a person: each makes us ask somebody else's server. */
  readonly limit: RateLimit;
}

const NEVER_READ = { etag: null, lastModified: null };
const ADDRESS_LENGTH = 200;

/** Feeds that make drafts for pages. */
export function feedsService({ db, pages, sources, takeIn, limit }: Deps) {
  const feeds = feedsRepository(db);

  async function find(owner: Owner, id: number): Promise<Feed> {
    const feed = await feeds.find(owner, id);
    if (feed === null) throw new NotFoundError('This feed is no longer here. Add it again to follow it.');
    return feed;
  }

  return {
    list: feeds.list,

    /** @throws InvalidInputError that says why it cannot be read */
    async add(
      owner: Owner,
      wanted: { readonly facebookPageId: PageId; readonly address: string } & Partial<FeedChoices>,
    ): Promise<Feed> {
      const { facebookPageId, address } = wanted;
      const own = await pages.repository.list(owner);
      if (!own.some(({ id }) => id === facebookPageId))
        throw new NotFoundError("This Facebook page isn't connected. Reconnect it, or choose another page.");
      await checkRoom(feeds, owner);
      await limit(String(owner.userId));
      const content = await sources.readFeed(address, NEVER_READ).catch((error: unknown) => {
        throw told(error, 'feed');
      });
      const id = await db.transaction(async (trx) => {
        const kept = feedsRepository(trx);
        await kept.lockNew(owner);
        await checkRoom(kept, owner);
        return kept.add(owner, {
          wordsIn: wanted.wordsIn ?? [],
          wordsOut: wanted.wordsOut ?? [],
          mostADay: wanted.mostADay ?? FEED_DEFAULT_A_DAY,
          language: wanted.language ?? LANGUAGES[0],
          facebookPageId,
          address,
          title: content?.title || address.slice(0, ADDRESS_LENGTH),
        });
      });
      if (id === null) throw new ConflictError('This page follows this feed already.');
      if (content !== null && (await takeIn(await find(owner, id), content, true)))
        await feedTurnsRepository(db).read(id, content.state);
      return find(owner, id);
    },

    async change(owner: Owner, id: number, choices: Parameters<typeof feeds.change>[2]): Promise<Feed> {
      await feeds.change(owner, id, choices);
      return find(owner, id);
    },

    async remove(owner: Owner, id: number): Promise<void> {
      await find(owner, id);
      await feeds.remove(owner, id);
      await forgetFeedNews(db, owner, id);
    },
  };
}
export type FeedsService = ReturnType<typeof feedsService>;

async function checkRoom(feeds: Pick<FeedsRepository, 'count'>, owner: Owner): Promise<void> {
  if ((await feeds.count(owner)) >= MAX_FEEDS)
    throw new RefusedError(`You follow ${MAX_FEEDS} feeds, the most there can be. Delete one to add another.`);
}
