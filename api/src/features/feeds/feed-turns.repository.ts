import type { Knex } from 'knex';
import type { SourceFlaw } from '../sources/source-flaws.ts';
import { foundFeeds, type Feed } from './feeds.repository.ts';

/** Longer than reading a feed and its new items takes. */
const LEASE = "interval '10 minutes'";
const EVERY = "interval '1 hour'";
const AT_MOST_EVERY = "interval '24 hours'";
/** Feeds of one person that are read at a time, over all processes: slow sites of theirs keep nobody else waiting. */
const PER_PERSON = 1;

/** When each feed is read, and by which process. */
export function feedTurnsRepository(db: Knex) {
  return {
    /** Takes one that is due, for one process; those of a page that was removed wait for it. @returns null: none is */
    async claimDue(): Promise<Feed | null> {
      const [row] = await db.transaction(async (trx) => {
        // Counted one after the other: two processes would each find that their person has nothing under way.
        await trx.raw("select pg_advisory_xact_lock(hashtextextended('feed-turns', 0))");
        return claimed(trx);
      });
      const [feed] = row === undefined ? [] : await foundFeeds(db, 'f.id = ?', [row.id]);
      return feed ?? null;
    },

    /** It was read, whether or not it had changed. @param state null: not all of it was, and it is sent again */
    async read(id: number, state: Pick<Feed, 'etag' | 'lastModified'> | null): Promise<void> {
      await db('feeds')
        .where({ id })
        .update({
          ...(state !== null && { etag: state.etag, last_modified: state.lastModified }),
          last_read_at: db.fn.now(),
          next_at: db.raw(`now() + ${EVERY}`),
          lease_until: null,
          failures: 0,
          failing_since: null,
          problem: null,
        });
    },

    /** It could not be read: the next time comes later each time. @returns how often in a row; 0 where it is gone */
    async failed(id: number, problem: SourceFlaw): Promise<number> {
      const [row] = await db('feeds')
        .where({ id })
        .update({
          failures: db.raw('failures + 1'),
          failing_since: db.raw('coalesce(failing_since, now())'),
          problem,
          lease_until: null,
          next_at: db.raw(`now() + least(${EVERY} * power(2, least(failures, 10)), ${AT_MOST_EVERY})`),
        })
        .returning<{ failures: number }[]>('failures');
      return row?.failures ?? 0;
    },
  };
}

async function claimed(trx: Knex): Promise<{ id: number }[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `update feeds set lease_until = now() + ${LEASE} where id in (
       select id from feeds f where not is_paused and next_at <= now()
         and (lease_until is null or lease_until < now())
         and exists (select from facebook_pages g where g.id = f.facebook_page_id and g.removed_at is null)
         and (select count(*) from feeds r where r.user_id = f.user_id and r.lease_until >= now()) < ${PER_PERSON}
       order by next_at limit 1 for update of f skip locked) returning id`,
  );
  return rows;
}
