import type { Knex } from 'knex';
import type { SourceFlaw } from '../sources/source-flaws.ts';
import { foundFeeds, type Feed } from './feeds.repository.ts';

/** Longer than reading a feed and its new items takes. */
const LEASE = "interval '10 minutes'";
const EVERY = "interval '1 hour'";
const AT_MOST_EVERY = "interval '24 hours'";

/** When each feed is read, and by which process. */
export function feedTurnsRepository(db: Knex) {
  return {
    /** Takes feeds that are due, each for one process. */
    async claimDue(most: number): Promise<Feed[]> {
      const { rows: claimed } = await db.raw<{ rows: { id: number }[] }>(
        `update feeds set lease_until = now() + ${LEASE} where id in (
           select id from feeds where not is_paused and next_at <= now()
             and (lease_until is null or lease_until < now())
           order by next_at limit ? for update skip locked) returning id`,
        [most],
      );
      return claimed.length === 0 ? [] : foundFeeds(db, 'f.id = any(?::bigint[])', [claimed.map(({ id }) => id)]);
    },

    /** It was read, whether or not it had changed. */
    async read(id: number, state: Pick<Feed, 'etag' | 'lastModified'>): Promise<void> {
      await db('feeds')
        .where({ id })
        .update({
          etag: state.etag,
          last_modified: state.lastModified,
          last_read_at: db.fn.now(),
          next_at: db.raw(`now() + ${EVERY}`),
          lease_until: null,
          failures: 0,
          failing_since: null,
          problem: null,
        });
    },

    /** It could not be read: the next time comes later each time. */
    async failed(id: number, problem: SourceFlaw): Promise<void> {
      await db('feeds')
        .where({ id })
        .update({
          failures: db.raw('failures + 1'),
          failing_since: db.raw('coalesce(failing_since, now())'),
          problem,
          lease_until: null,
          next_at: db.raw(`now() + least(${EVERY} * power(2, least(failures, 10)), ${AT_MOST_EVERY})`),
        });
    },

    /** Reads it again soon: for want of room, nothing was made of some of it. */
    async notYet(id: number): Promise<void> {
      await db('feeds')
        .where({ id })
        .update({ lease_until: null, next_at: db.raw(`now() + ${EVERY}`) });
    },
  };
}
