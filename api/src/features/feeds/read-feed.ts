import type { Knex } from 'knex';
import type { Drafts } from '../drafts/drafts.feature.ts';
import { forgetFeedNews } from '../notifications/notify-of-feed.repository.ts';
import type { FeedContent, FeedItem } from '../sources/reading/feed-items.ts';
import { flawIn } from '../sources/source-flaws.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { draftOf } from './draft-of.ts';
import { feedItemsRepository } from './feed-items.repository.ts';
import { feedFailed, isTold } from './feed-failed.ts';
import { feedTurnsRepository } from './feed-turns.repository.ts';
import type { Feed } from './feeds.repository.ts';
import { itemSource } from './item-source.ts';
import { passes } from './passes.ts';

/** Of one feed at a time; what is left is for its next turn, so that slow pages take nobody's place for long. */
const ITEMS_WITHIN_MS = 60_000;

interface Deps {
  readonly db: Knex;
  readonly drafts: Pick<Drafts, 'begin'>;
  readonly sources: Pick<Sources, 'keep' | 'readFeed' | 'readPage'>;
}

/** Reads feeds, and makes a draft of each new item that its owner wants, once. */
export function readingFeeds({ db, drafts, sources }: Deps) {
  const turns = feedTurnsRepository(db);
  const seen = feedItemsRepository(db);

  return {
    /** A claimed feed, to its end. What a process that died left undone is done by the next that claims it. */
    async read(feed: Feed): Promise<void> {
      try {
        const content = await sources.readFeed(feed.address, feed);
        const isDone = content === null || (await takeIn(feed, content));
        if (isTold(feed)) await forgetFeedNews(db, feed, feed.id);
        await turns.read(feed.id, isDone ? (content?.state ?? feed) : null);
      } catch (error) {
        const flaw = flawIn(error);
        if (flaw === null) throw error;
        await feedFailed(db, feed, flaw);
      }
    },

    takeIn,
  };

  /** @returns false where some are left: its pages are slow, or the person has no room for another draft */
  async function takeIn(feed: Feed, { items }: FeedContent, isFirst = false): Promise<boolean> {
    const until = performance.now() + ITEMS_WITHIN_MS;
    const unseen = await seen.unseen(
      feed.id,
      items.flatMap(({ hashes }) => hashes),
    );
    let room = isFirst ? 1 : feed.mostADay - (await seen.draftsOfDay(feed.id));
    for (const item of items) {
      const fresh = item.hashes.filter((hash) => unseen.delete(hash));
      if (fresh.length === 0) continue;
      const isKnown = fresh.length < item.hashes.length;
      if (isKnown || room <= 0 || !passes(item, feed)) await seen.remember(feed, feed.id, fresh);
      else if (performance.now() > until || !(await makeDraft(feed, item))) return false;
      else room -= 1;
    }
    return true;
  }

  /** Once: whoever else reads the same item at this moment makes nothing of it. */
  async function makeDraft(feed: Feed, item: FeedItem): Promise<boolean> {
    const source = await itemSource(sources, item, feed.address);
    return db
      .transaction(async (trx) => {
        const within = feedItemsRepository(trx);
        if (!(await within.remember(feed, feed.id, item.hashes))) return true;
        const kept = await sources.keep(trx, feed, source);
        const key = await drafts.begin(trx, feed, draftOf(feed, kept));
        if (key === null) throw new NoRoomError();
        await within.drafted(feed.id, item.hashes[0], key);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof NoRoomError) return false;
        throw error;
      });
  }
}
class NoRoomError extends Error {}
