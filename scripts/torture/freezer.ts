import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresProxy } from './postgres-proxy.ts';
import type { Table } from './table.ts';
import type { Api } from './world.ts';

const POLL_EVERY_MS = 200;
/** Facebook refuses a text that is the last one's: only behind a further post of the page would a second call show. */
const IS_OVER = `
  select exists (
    select from posts p join posts later on later.facebook_page_id = p.facebook_page_id
      and later.published_at > p.published_at
    where p.id = $1 and p.status = 'published') as over`;

/** A process that was stopped between the mark and the visible call. */
export interface Frozen {
  readonly postId: number;
  /**
   * Resolves when another process has brought the post out under a lease of its own, and the page's next one.
   * @returns whether one has within `withinMs`
   */
  untilTakenOver(withinMs: number): Promise<boolean>;
  /** Lets it go on. */
  thaw(): void;
}

/**
 * Stops `api`, which reaches its database by `proxy`, exactly between the mark and the send of the next post that it
 * brings out: the mark is in, its answer lies on the line, and nobody reads it.
 */
export async function freezeBetweenMarkAndSend(api: Api, proxy: PostgresProxy, table: Table): Promise<Frozen> {
  const { values, release } = await proxy.hold('mark_sending', 'reply');
  api.signal('SIGSTOP');
  release();
  const postId = Number(values[0]);
  return {
    postId,
    async untilTakenOver(withinMs) {
      const until = Date.now() + withinMs;
      let isOver = false;
      while (!isOver && Date.now() < until) {
        await sleep(POLL_EVERY_MS);
        isOver = (await table.one<{ over: boolean }>(IS_OVER, [postId])).over;
      }
      return isOver;
    },
    thaw: () => void api.signal('SIGCONT'),
  };
}
