import type { FeedItem } from '../sources/reading/feed-items.ts';
import { flawIn } from '../sources/source-flaws.ts';
import type { Sources } from '../sources/sources.feature.ts';
import type { NewSource } from '../sources/sources.repository.ts';
import { siteName } from '../sources/sources.service.ts';

/** The page of an item, where it can be read; else what the feed says of it. */
export async function itemSource(
  sources: Pick<Sources, 'readPage'>,
  item: FeedItem,
  feedAddress: string,
): Promise<NewSource> {
  if (item.address !== null) {
    try {
      return await sources.readPage(item.address, 'feed');
    } catch (error) {
      if (flawIn(error) === null) throw error;
    }
  }
  const { title, beginning, publishedAt } = item;
  const address = item.address ?? feedAddress;
  return {
    kind: 'feed',
    address,
    name: siteName(new URL(address)),
    title,
    author: null,
    publishedAt,
    text: beginning || title,
    isCut: false,
  };
}
