import type * as contract from '../../contract/feeds.ts';
import { sentenceOf } from '../sources/source-flaws.ts';
import type { Feed } from './feeds.repository.ts';

export function present(feed: Feed): contract.Feed {
  const { id, facebookPageId, address, title, mostADay, language, isPaused, drafts } = feed;
  return {
    id,
    facebookPageId,
    address,
    title,
    wordsIn: [...feed.wordsIn],
    wordsOut: [...feed.wordsOut],
    mostADay,
    language,
    isPaused,
    drafts,
    lastReadAt: feed.lastReadAt?.toISOString() ?? null,
    problem: feed.problem === null ? null : sentenceOf(feed.problem, 'feed'),
    failingSince: feed.failingSince?.toISOString() ?? null,
  };
}
