import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import type { Owner } from '../../db/owner.ts';
import { firstOfDays } from './first-of-days.ts';
import { PLANNED_COLUMNS, type PlannedEntry } from './planned.sql.ts';
import { narrowed, WAITING, type Condition } from './waiting-posts.repository.ts';

export interface CalendarQuery {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
  readonly facebookPageId?: PageId;
  readonly text?: string;
  readonly limit: number;
  readonly excerptLength: number;
}

/** A planned post on its owner's calendar. */
export interface CalendarEntry extends PlannedEntry {
  readonly recurrenceId: number | null;
  readonly matches: boolean;
}

/** Planned posts that are only counted, in columns; times in milliseconds since 1970. */
export interface CountedPosts {
  readonly ids: number[];
  readonly times: number[];
  readonly facebookPageIds: (number | null)[];
}

/** What waits for its time in a period, and the last instant for which anything is planned. */
interface FoundInPeriod {
  readonly posts: CalendarEntry[];
  readonly isCut: boolean;
  readonly lastScheduledAt: Date | null;
}

/** Every statement about what waits for its time, as a calendar shows it. */
export function waitingCalendarRepository(db: Knex) {
  return {
    /**
     * What waits for its time in a period, at most `limit` of it, unless `gone` ends it, and the last instant for which
     * anything is planned.
     */
    async calendar(owner: Owner, query: CalendarQuery, gone: AbortSignal): Promise<FoundInPeriod & { further: null }> {
      const { from, to, limit } = query;
      const planned = plannedOf(owner, query);
      const [rows, lastScheduledAt] = await Promise.all([
        entries(
          db,
          gone,
          {
            sql: `${planned.sql} and p.scheduled_at >= ? and p.scheduled_at < ?`,
            values: [...planned.values, from, to],
          },
          { ...query, limit: limit + 1 },
        ),
        lastOf(db, gone, planned),
      ]);
      return { posts: rows.slice(0, limit), further: null, isCut: rows.length > limit, lastScheduledAt };
    },

    /** The same without a text, where only the first posts of each day are read whole. */
    async calendarOfDays(
      owner: Owner,
      query: CalendarQuery & { readonly perDay: number; readonly timeZone: string },
      gone: AbortSignal,
    ): Promise<FoundInPeriod & { further: CountedPosts }> {
      const { limit } = query;
      const planned = plannedOf(owner, query);
      const [{ ids, times, facebookPageIds }, lastScheduledAt] = await Promise.all([
        countedIn(db, gone, planned, { ...query, limit: limit + 1 }),
        lastOf(db, gone, planned),
      ]);
      const isFirst = firstOfDays(times.slice(0, limit), query.perDay, query.timeZone);
      const rest = <Each>(column: readonly Each[]) => column.slice(0, limit).filter((_, place) => !isFirst[place]);
      const posts = await entries(
        db,
        gone,
        {
          sql: `${planned.sql} and p.id = any(?::bigint[])`,
          values: [...planned.values, ids.filter((_, place) => isFirst[place])],
        },
        query,
      );
      return {
        posts,
        further: { ids: rest(ids), times: rest(times), facebookPageIds: rest(facebookPageIds) },
        isCut: ids.length > limit,
        lastScheduledAt,
      };
    },
  };
}
export type WaitingCalendarRepository = ReturnType<typeof waitingCalendarRepository>;

/** What of an owner waits for its time, of one page or all; a text that is looked for leaves nothing out. */
function plannedOf(owner: Owner, { facebookPageId }: CalendarQuery): Condition {
  return narrowed(
    {
      sql: `p.user_id = ? and p.environment = ? and ${WAITING.time}${andOnTheirPages(owner, 'p.facebook_page_id')}`,
      values: [owner.userId, owner.environment],
    },
    facebookPageId === undefined ? {} : { facebookPageId },
  );
}

/** All posts of a period, as three values: to take thousands of rows apart is most of the work. */
async function countedIn(
  db: Knex,
  gone: AbortSignal,
  planned: Condition,
  { from, to, limit }: CalendarQuery,
): Promise<CountedPosts> {
  const [found] = await readWhileWanted<{ [Column in keyof CountedPosts]: CountedPosts[Column] | null }>(
    db,
    gone,
    `
    select to_json(array_agg(id)) as ids, to_json(array_agg(at)) as times,
      to_json(array_agg(facebook_page_id)) as "facebookPageIds"
    from (select p.id, (extract(epoch from p.scheduled_at) * 1000)::bigint as at, p.facebook_page_id from posts p
      where ${planned.sql} and p.scheduled_at >= ? and p.scheduled_at < ? order by p.scheduled_at, p.id limit ?) each`,
    [...planned.values, from, to, limit],
  );
  return {
    ids: found?.ids ?? [],
    times: found?.times ?? [],
    facebookPageIds: found?.facebookPageIds ?? [],
  };
}

function entries(
  db: Knex,
  gone: AbortSignal,
  which: { readonly sql: string; readonly values: readonly unknown[] },
  { text = '', excerptLength, limit }: CalendarQuery,
): Promise<CalendarEntry[]> {
  return readWhileWanted<CalendarEntry>(
    db,
    gone,
    `
    select ${PLANNED_COLUMNS}, p.facebook_page_id as "facebookPageId", g.name as "pageName",
      d.recurrence_id as "recurrenceId",
      ${text === '' ? 'true' : 'p.content ilike ?'} as matches
    from posts p left join facebook_pages g on g.id = p.facebook_page_id
      left join recurrence_dates d on d.post_id = p.id
    where ${which.sql} order by p.scheduled_at, p.id limit ?`,
    [excerptLength, ...(text === '' ? [] : [containing(text)]), ...which.values, limit],
  );
}

async function lastOf(db: Knex, gone: AbortSignal, planned: Condition): Promise<Date | null> {
  const [last] = await readWhileWanted<{ at: Date }>(
    db,
    gone,
    `select p.scheduled_at as at from posts p where ${planned.sql} order by p.scheduled_at desc limit 1`,
    planned.values,
  );
  return last?.at ?? null;
}
