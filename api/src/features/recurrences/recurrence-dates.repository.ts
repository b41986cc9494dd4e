import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { CODE } from '../../problems/problem.ts';
import { hasCode, mayBeOutSql } from '../../problems/problem.sql.ts';
import type { LocalDate } from './local-time.ts';
import type { Occurrence } from './next-times.ts';
import type { KnownDate } from './recurrence.ts';

/** A day that gets its post. */
export interface DateToMake extends Occurrence {
  readonly textId: number;
}

const KNOWN = `select recurrence_id as "recurrenceId", on_date::text as date, state = 'made' as "isMade",
  recurrence_text_id as "textId", scheduled_at as at, post_id as "postId" from recurrence_dates`;

/** A post that is as it was made, and waits: for its time, or for its page. What a person has begun with is theirs. */
const AS_MADE = `(p.status = 'scheduled' or (p.status = 'failed' and ${hasCode('p.problem', CODE.pageRemoved)}))
  and p.scheduled_at = d.scheduled_at and md5(p.content) = d.content_hash
  and p.facebook_page_id = r.facebook_page_id and not p.publish_now and p.publish_now_at is null`;

/** A day of one of the owner's rules. */
export interface PlannedDate extends KnownDate {
  readonly recurrenceId: number;
  readonly isWaiting: boolean;
  /** It goes out later than the rule says, for its distance from another post. */
  readonly isMoved: boolean;
}

/** The days of a rule that had their posts. A day is there once, whatever happens to its post. */
export function recurrenceDatesRepository(db: Knex) {
  return { ...readDates(db), ...takenDates(db), ...untouchedDates(db) };
}

function readDates(db: Knex) {
  return {
    /** From `from` on. */
    async since(owner: Owner, recurrenceId: number, from: LocalDate): Promise<KnownDate[]> {
      const { rows } = await db.raw<{ rows: KnownDate[] }>(
        `${KNOWN} where recurrence_id = ? and user_id = ? and environment = ? and on_date >= ?::date order by on_date`,
        [recurrenceId, owner.userId, owner.environment, from],
      );
      return rows;
    },

    /** Days of all of the owner's rules from `from` on, with what became of their posts. */
    async ofOwner(owner: Owner, from: LocalDate): Promise<readonly PlannedDate[]> {
      const { rows } = await db.raw<{ rows: PlannedDate[] }>(
        `
        select d.recurrence_id as "recurrenceId", d.on_date::text as date, d.state = 'made' as "isMade",
          d.recurrence_text_id as "textId", coalesce(p.scheduled_at, d.scheduled_at) as at, p.id as "postId",
          coalesce(p.status in ('scheduled', 'publishing'), false) as "isWaiting",
          coalesce(d.planned_at <> d.scheduled_at and p.scheduled_at = d.scheduled_at, false) as "isMoved"
        from recurrence_dates d left join posts p on p.id = d.post_id
        where d.user_id = ? and d.environment = ? and d.on_date >= ?::date order by d.on_date`,
        [owner.userId, owner.environment, from],
      );
      return rows;
    },
  };
}

/** Days that get their posts, or none. */
function takenDates(db: Knex) {
  return {
    /**
     * Takes these days for posts that are made in the same transaction.
     * @returns those that nobody has taken before
     */
    async take(owner: Owner, recurrenceId: number, days: readonly DateToMake[]): Promise<ReadonlySet<LocalDate>> {
      return new Set(await insert(owner, recurrenceId, 'made', days));
    },

    async leaveOut(owner: Owner, recurrenceId: number, days: readonly Occurrence[]): Promise<void> {
      await insert(owner, recurrenceId, 'left_out', days);
    },

    /**
     * Notes the post of a day, as it is now.
     * @param isOwn a person made it: it is not taken away to be made anew
     */
    async setPost(recurrenceId: number, date: LocalDate, { postId, isOwn }: { postId: PostId; isOwn: boolean }) {
      await db.raw(
        `update recurrence_dates d set post_id = p.id, scheduled_at = p.scheduled_at,
          content_hash = case when ? then null else md5(p.content) end
        from posts p where d.recurrence_id = ? and d.on_date = ?::date and p.id = ?`,
        [isOwn, recurrenceId, date, postId],
      );
    },
  };

  async function insert(
    owner: Owner,
    recurrenceId: number,
    state: 'made' | 'left_out',
    days: readonly (Occurrence & { readonly textId?: number })[],
  ): Promise<LocalDate[]> {
    if (days.length === 0) return [];
    const { rows } = await db.raw<{ rows: { date: LocalDate }[] }>(
      `
      insert into recurrence_dates (recurrence_id, user_id, environment, on_date, state, recurrence_text_id, planned_at,
        scheduled_at)
      select ?::bigint, ?::bigint, ?, x.date, ?, x."textId", x.at, x.at
      from jsonb_to_recordset(?::jsonb) as x(date date, "textId" bigint, at timestamptz)
      on conflict (recurrence_id, on_date) do update set state = excluded.state,
        recurrence_text_id = excluded.recurrence_text_id, planned_at = excluded.planned_at,
        scheduled_at = excluded.scheduled_at
      where recurrence_dates.state = 'left_out' and excluded.state = 'made'
      returning on_date::text as date`,
      [recurrenceId, owner.userId, owner.environment, state, JSON.stringify(days)],
    );
    return rows.map(({ date }) => date);
  }
}

/** What may be taken away to be made anew. */
function untouchedDates(db: Knex) {
  return {
    /**
     * Posts that wait as they were made, and their days. Made anew, one that may be out would go out twice.
     * @param evenOver also those whose time by the rule is over, which wait for their page or for room on it: their
     * days do not come again
     */
    async untouched(
      owner: Owner,
      recurrenceId: number,
      evenOver: boolean,
    ): Promise<{ readonly postId: PostId; readonly date: LocalDate; readonly mayBeOut: boolean }[]> {
      const { rows } = await db.raw<{ rows: { postId: PostId; date: LocalDate; mayBeOut: boolean }[] }>(
        `
        select p.id as "postId", d.on_date::text as date, ${mayBeOutSql('p')} as "mayBeOut"
        from recurrence_dates d join recurrences r on r.id = d.recurrence_id join posts p on p.id = d.post_id
        where d.recurrence_id = ? and d.user_id = ? and d.environment = ? and ${AS_MADE}
          and (? or d.planned_at > now() or p.status = 'failed')`,
        [recurrenceId, owner.userId, owner.environment, evenOver],
      );
      return rows;
    },

    /** Days whose posts are taken away, so that they may be made anew. */
    async forget(owner: Owner, recurrenceId: number, days: readonly LocalDate[]): Promise<void> {
      await ownedBy(db, 'recurrence_dates', owner)
        .where({ recurrence_id: recurrenceId })
        .whereIn('on_date', [...days])
        .delete();
    },
  };
}
