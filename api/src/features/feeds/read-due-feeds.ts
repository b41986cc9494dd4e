import { setTimeout as sleep } from 'node:timers/promises';
import type { Feed } from './feeds.repository.ts';

/** What one run begins; the next one comes within a minute. */
const RUN_MS = 50_000;
/** Most of it is waiting for other people's servers. */
const AT_ONCE = 4;
/** What falls due beside slow ones does not wait for their end. */
const AGAIN_AFTER_MS = 2000;

interface Deps {
  claimDue(): Promise<Feed | null>;
  read(feed: Feed): Promise<void>;
}

/**
 * Reads what is due, some feeds at a time; each is claimed when its turn comes, so that no claim runs out before that.
 * One that fails keeps no other from being read.
 * @throws the first failure, once all have had their turns
 */
export async function readDueFeeds({ claimDue, read }: Deps): Promise<void> {
  const until = performance.now() + RUN_MS;
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];

  function start(feed: Feed): void {
    const work: Promise<void> = read(feed)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  for (;;) {
    // What ends while a claim is looked for frees the turn of its person: then nothing found is not the end.
    const isAlone = underWay.size === 0;
    const hasRoom = underWay.size < AT_ONCE && performance.now() < until;
    const feed = hasRoom ? await claimDue() : null;
    if (feed !== null) start(feed);
    else if (isAlone) break;
    else if (underWay.size > 0)
      await Promise.race([...underWay, ...(hasRoom ? [sleep(AGAIN_AFTER_MS, undefined, { ref: false })] : [])]);
  }
  if (failures.length > 0) throw failures[0];
}
