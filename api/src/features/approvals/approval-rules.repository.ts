import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { OWNER_IS_NOT_BLOCKED } from '../page-rights/page-rights.repository.ts';
import type { ApprovalRule, RuleInUse, RuleTerms } from './approval-rule.ts';
import { approvedOnDaySql } from './approved-on-day.sql.ts';

const RULE = `r.facebook_page_id as "facebookPageId", r.kinds, r.posts_per_day as "postsPerDay",
  r.written_by as "writtenBy", r.written_at as "writtenAt"`;

export function approvalRulesRepository(db: Knex) {
  return {
    async list(owner: Owner): Promise<RuleInUse[]> {
      const { rows } = await db.raw<{ rows: RuleInUse[] }>(
        `select ${RULE}, ${approvedOnDaySql('r.facebook_page_id', 'now()')} as "approvedToday"
        from approval_rules r join facebook_pages g on g.id = r.facebook_page_id
        where r.user_id = ? and r.environment = ? and g.removed_at is null order by r.facebook_page_id`,
        [owner.userId, owner.environment],
      );
      return rows;
    },

    /**
     * The rule that counts for a page at this moment, nobody else's until the end of the transaction that `db` is; null
     * where its owner has none, or is blocked.
     */
    async hold(pageId: PageId): Promise<ApprovalRule | null> {
      const { rows } = await db.raw<{ rows: ApprovalRule[] }>(
        `select ${RULE} from approval_rules r join facebook_pages g on g.id = r.facebook_page_id
        where r.facebook_page_id = ? and g.removed_at is null and ${OWNER_IS_NOT_BLOCKED} for update of r`,
        [pageId],
      );
      return rows[0] ?? null;
    },

    /** Once the rule is held: how many posts of the page it has let through for the day of this instant. */
    async approvedForDayOf(pageId: PageId, at: Date): Promise<number> {
      const { rows } = await db.raw<{ rows: [{ approved: number }] }>(
        `select ${approvedOnDaySql('g.id', '?::timestamptz')} as approved from facebook_pages g where g.id = ?`,
        [at, pageId],
      );
      return rows[0].approved;
    },

    /** @returns what there was before */
    async write(owner: Owner, pageId: PageId, terms: RuleTerms, writtenBy: string): Promise<ApprovalRule | null> {
      const before = await held(db, pageId);
      const row = { kinds: [...terms.kinds], posts_per_day: terms.postsPerDay, written_by: writtenBy };
      await db('approval_rules')
        .insert({ ...ownedColumns(owner), facebook_page_id: pageId, ...row })
        .onConflict('facebook_page_id')
        .merge({ ...row, written_at: db.fn.now() });
      return before;
    },

    /** @returns what there was before */
    async end(owner: Owner, pageId: PageId): Promise<ApprovalRule | null> {
      const before = await held(db, pageId);
      await ownedBy(db, 'approval_rules', owner).where({ facebook_page_id: pageId }).delete();
      return before;
    },

    /** Of days that are over. At most `limit` at once. */
    async forgetDeleted(days: number, limit: number): Promise<number> {
      const old = db('post_approvals')
        .whereNull('post_id')
        .where('at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .orderBy('id')
        .limit(limit)
        .select('id');
      return Number(await db('post_approvals').whereIn('id', old).delete());
    },
  };
}
export type ApprovalRulesRepository = ReturnType<typeof approvalRulesRepository>;

async function held(db: Knex, pageId: PageId): Promise<ApprovalRule | null> {
  const { rows } = await db.raw<{ rows: ApprovalRule[] }>(
    `select ${RULE} from approval_rules r where r.facebook_page_id = ? for update`,
    [pageId],
  );
  return rows[0] ?? null;
}
