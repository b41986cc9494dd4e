import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { BULK_UNDO_MINUTES, type BulkKind } from '../../contract/bulk-changes.ts';
import { keptColumns, ownedBy, type Owner } from '../../db/owner.ts';
import { placeSql } from '../posts/many-posts.repository.ts';
import { bringBackEventsSql, bringBackSql } from '../posts/post-writes.sql.ts';
import type { PostStatus } from '../posts/post.ts';
import { bringBackDaysSql, dayOfPostSql } from '../recurrences/recurrence-dates.sql.ts';
import { APPROVAL_ENDED, bringBackProposalsSql, proposalOfPostSql } from '../proposals/proposals-of-posts.sql.ts';
import { approvalOfPostSql, bringBackApprovalsSql } from '../approvals/approvals.sql.ts';
import { bringBackAttemptsSql } from '../publishing/attempts.sql.ts';
import type { Reason } from './reasons.ts';

/** A post that stays as it is, as it was told. */
export interface Unchanged extends Reason {
  readonly postId: PostId;
  readonly excerpt: string | null;
  readonly pageName: string | null;
  readonly status: PostStatus | null;
  /** As JSON has it: it is stored and answered like that. */
  readonly scheduledAt: string | null;
}

export interface Outcome {
  readonly postIds: readonly PostId[];
  readonly unchanged: readonly Unchanged[];
}

export interface BulkChange extends Outcome {
  readonly id: number;
  readonly kind: BulkKind;
  readonly createdAt: Date;
  readonly undone: Outcome | null;
}

interface BulkChangeRow {
  id: number;
  kind: BulkKind;
  outcome: Outcome;
  created_at: Date;
  undo_outcome: Outcome | null;
}

/** What is kept of a change to undo it. */
export interface ChangedPost {
  readonly id: PostId;
  /** JSON of where the change has put it; null when it deleted it. */
  readonly place: string | null;
  readonly oldStatus: PostStatus;
  readonly oldTime: Date | null;
  readonly oldPageId: PageId | null;
  /** As the change has left it; null when it deleted it. */
  readonly newStatus: PostStatus | null;
  readonly newTime: Date | null;
  readonly newPageId: PageId | null;
  readonly files: readonly KeptFile[];
}

/** A file of a post that was deleted, as it stood in it. */
export interface KeptFile {
  readonly id: number;
  readonly position: number;
  readonly altText: string | null;
}

/** What was done to many posts at once. */
export function bulkChangesRepository(db: Knex) {
  return { ...ownBulkChanges(db), ...keptPosts(db), ...deletedPosts(db), ...forgettingBulkChanges(db) };
}

function ownBulkChanges(db: Knex) {
  const read = async (owner: Owner, id: number, isLocked: boolean): Promise<BulkChange | null> => {
    const found = ownedBy<BulkChangeRow>(db, 'bulk_changes', owner).where({ id });
    const row = await (isLocked ? found.forUpdate() : found).first();
    if (row === undefined) return null;
    return { id: row.id, kind: row.kind, createdAt: row.created_at, undone: row.undo_outcome, ...row.outcome };
  };
  return {
    async begin(owner: Owner, kind: BulkKind): Promise<number> {
      const [made] = await db('bulk_changes')
        .insert({ ...keptColumns(owner), kind, outcome: JSON.stringify({ postIds: [], unchanged: [] }) })
        .returning<{ id: number }[]>('id');
      return (made as { id: number }).id;
    },

    async finish(owner: Owner, id: number, outcome: Outcome): Promise<void> {
      await ownedBy(db, 'bulk_changes', owner)
        .where({ id })
        .update({ outcome: JSON.stringify(outcome) } as object);
    },

    find: (owner: Owner, id: number) => read(owner, id, false),
    /** Until the end of this transaction nobody else undoes it. */
    lock: (owner: Owner, id: number) => read(owner, id, true),

    async noteUndone(owner: Owner, id: number, outcome: Outcome): Promise<void> {
      await ownedBy(db, 'bulk_changes', owner)
        .where({ id })
        .update({ undone_at: db.fn.now(), undo_outcome: JSON.stringify(outcome) } as object);
    },
  };
}

/** What else goes with a post that is deleted. */
const WITH_IT = `
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from post_events e where e.post_id = p.id),
  (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from publish_attempts a where a.post_id = p.id),
  (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'position', m.position, 'altText', m.alt_text)
    order by m.position, m.id), '[]') from media_files m where m.post_id = p.id),
  array(select m.id from media_files m where m.post_id = p.id)`;
/** What it is in other tables. */
const ALSO = `|| ${dayOfPostSql('p')} || ${proposalOfPostSql('p')} || ${approvalOfPostSql('p')}`;
const NOTHING_WITH_IT = "'[]', '[]', '[]', '{}'";
/** What a change of time, page or state does not touch need not be kept. */
const TEXTS = "- 'content' - 'article' - 'keywords'";

/** Posts as they were before a change, in the transaction that makes it. */
function keptPosts(db: Knex) {
  return {
    /** Keeps these posts, which this transaction has locked, as they are. */
    async keep(id: number, postIds: readonly PostId[], how: 'whole' | 'place'): Promise<void> {
      const isWhole = how === 'whole';
      await db.raw(
        `
        insert into bulk_change_posts
          (bulk_change_id, post_id, before, composition_id, events, attempts, files, file_ids)
        select ?, p.id, to_jsonb(p) ${isWhole ? ALSO : TEXTS},
          ${isWhole ? 'p.composition_id' : 'null'}, ${isWhole ? WITH_IT : NOTHING_WITH_IT}
        from posts p where p.id = any(?::bigint[])`,
        [id, [...postIds]],
      );
    },

    /** Notes where the posts stand now. */
    async noteAfter(id: number): Promise<void> {
      await db.raw(
        `update bulk_change_posts b set after = ${placeSql('p')} from posts p
          where b.bulk_change_id = ? and p.id = b.post_id`,
        [id],
      );
    },

    async kept(id: number): Promise<ChangedPost[]> {
      const { rows } = await db.raw<{ rows: ChangedPost[] }>(
        `select post_id as id, after::text as place, before ->> 'status' as "oldStatus",
          (before ->> 'scheduled_at')::timestamptz as "oldTime",
          (before ->> 'facebook_page_id')::bigint as "oldPageId", after ->> 0 as "newStatus",
          (after ->> 1)::timestamptz as "newTime", (after ->> 2)::bigint as "newPageId", files
        from bulk_change_posts where bulk_change_id = ? order by post_id`,
        [id],
      );
      return rows;
    },

    /** What the columns of each post `posts` were, in SQL. What held it is seen anew. */
    before(id: number) {
      const value = (sql: string) =>
        db.raw(`(select ${sql} from bulk_change_posts b where b.bulk_change_id = ? and b.post_id = posts.id)`, [id]);
      return {
        state: {
          status: value("b.before ->> 'status'"),
          scheduled_at: value("(b.before ->> 'scheduled_at')::timestamptz"),
          is_automatic: value("(b.before ->> 'is_automatic')::boolean"),
          wait_until: value("(b.before ->> 'wait_until')::timestamptz"),
          problem: value(
            "case when not (b.before ->> 'is_held')::boolean then nullif(b.before -> 'problem', 'null') end",
          ),
        },
        page: { facebook_page_id: value("(b.before ->> 'facebook_page_id')::bigint") },
      };
    },
  };
}

/** Posts that a change deleted, in the transaction that undoes it. */
function deletedPosts(db: Knex) {
  return {
    /** Those of its deleted posts that somebody had approved, and whose approval has ended since. */
    async noLongerApproved(id: number): Promise<ReadonlySet<PostId>> {
      const { rows } = await db.raw<{ rows: { id: PostId }[] }>(
        `select b.post_id as id from bulk_change_posts b where b.bulk_change_id = ? and ${APPROVAL_ENDED}`,
        [id],
      );
      return new Set(rows.map((row) => row.id));
    },

    /**
     * Deleted posts come back, with what went with them; their files are the caller's to give back.
     * @param asDrafts those of them that were on the schedule, and do not get back there
     */
    async bringBack(id: number, postIds: readonly PostId[], asDrafts: readonly PostId[]): Promise<void> {
      const rows = `(select * from bulk_change_posts where bulk_change_id = ? and post_id = any(?::bigint[])) b`;
      const values = [id, [...postIds]];
      await db.raw(bringBackSql(rows, 'b.post_id = any(?::bigint[])'), [...values, [...asDrafts]]);
      await db.raw(bringBackEventsSql(rows), values);
      await db.raw(bringBackAttemptsSql(rows), values);
      await db.raw(bringBackDaysSql(rows), values);
      await db.raw(bringBackProposalsSql(rows), values);
      await db.raw(bringBackApprovalsSql(rows), values);
    },
  };
}

/** Nobody repeats a call after this. */
const KEEP_HOURS = 48;

function forgettingBulkChanges(db: Knex) {
  return {
    /** What undo needs goes when there is no undo any more; what was answered, when nobody asks again. */
    async forgetOld(): Promise<void> {
      const over = db('bulk_changes')
        .where('created_at', '<', db.raw(`now() - interval '${BULK_UNDO_MINUTES} minutes'`))
        .select('id');
      await db('bulk_change_posts').whereIn('bulk_change_id', over).delete();
      await db('bulk_changes')
        .where('created_at', '<', db.raw(`now() - interval '${KEEP_HOURS} hours'`))
        .delete();
    },
  };
}
export type BulkChangesRepository = ReturnType<typeof bulkChangesRepository>;
