import type { Knex } from 'knex';
import type { PausedPage } from '../../contract/automation-reasons.ts';
import type { Environment } from '../../contract/common.ts';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';
import { readNotified } from '../../problems/stored-problem.ts';

export type Channel = 'mail' | 'webhook' | 'push';

/** Something that somebody is told outside of the app: one row for each fact and person. */
export interface Fact {
  readonly id: number;
  /** By which receivers know it again. */
  readonly uid: string;
  readonly owner: Owner;
  /** One of `FACT_KINDS`, or one that a later release writes. */
  readonly kind: string;
  readonly facebookPageId: PageId | null;
  /** As it is called by now; null when it is of no page, or its page is gone. */
  readonly pageName: string | null;
  /** The post may be gone. */
  readonly postId: PostId | null;
  /** The first words of the post, as it is by now. */
  readonly postContent: string | null;
  /** The name of its network; null when it is gone. */
  readonly postTarget: string | null;
  readonly problem: Problem | PausedPage | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export interface NewFact {
  readonly kind: string;
  readonly facebookPageId?: PageId | null;
  readonly postId?: PostId | null;
  /** Codes, and never words. */
  readonly params?: object;
}

interface FactRow {
  id: number;
  uid: string;
  user_id: UserId;
  environment: Environment;
  kind: string;
  facebook_page_id: PageId | null;
  page_name: string | null;
  post_id: PostId | null;
  post_content: string | null;
  post_target: string | null;
  params: Record<string, unknown> | null;
  at: Date;
}

const FACTS = `
  select f.id, f.uid, f.user_id, f.environment, f.kind, f.facebook_page_id, g.name as page_name, f.post_id,
    left(p.content, 200) as post_content, p.target as post_target, f.params, f.at
  from outbox_facts f
    left join facebook_pages g on g.id = f.facebook_page_id and (g.user_id = f.user_id or exists (
      select from page_members m where m.facebook_page_id = g.id and m.member_id = f.user_id))
    left join posts p on p.id = f.post_id and p.user_id = f.user_id`;

/** What happened and is to be told, for whatever tells it: mail, webhooks, browsers. */
export function outboxRepository(db: Knex) {
  const facts = async (where: string, values: readonly Knex.RawBinding[]): Promise<Fact[]> =>
    (await db.raw<{ rows: FactRow[] }>(`${FACTS} where ${where} order by f.id`, [...values])).rows.map(toFact);
  return {
    /** Whether there may be something to take: asked every second, and mostly answered no. */
    async hasSome(channel: Channel): Promise<boolean> {
      const rows = await prepared(db, 'outbox_has_some', 'select from outbox_deliveries where channel = $1 limit 1', [
        channel,
      ]);
      return rows.length > 0;
    },

    /**
     * What this channel has not had yet, the oldest first. It is the caller's with its transaction, in which it writes
     * down what it makes of each: safe beside other processes, and nothing is taken that is not written down.
     */
    async take(channel: Channel, limit: number): Promise<Fact[]> {
      const { rows } = await db.raw<{ rows: { fact_id: number }[] }>(
        `delete from outbox_deliveries where channel = ? and fact_id in (
          select fact_id from outbox_deliveries where channel = ? order by fact_id limit ? for update skip locked)
        returning fact_id`,
        [channel, channel, limit],
      );
      return rows.length === 0 ? [] : facts('f.id = any(?)', [rows.map((row) => row.fact_id)]);
    },

    /** These, as they read by now; those that are gone are left out. */
    byIds: (ids: readonly number[]): Promise<Fact[]> => facts('f.id = any(?)', [[...ids]]),

    async add(owner: Owner, { kind, facebookPageId = null, postId = null, params = {} }: NewFact): Promise<void> {
      await db('outbox_facts').insert({
        ...ownedColumns(owner),
        kind,
        facebook_page_id: facebookPageId,
        post_id: postId,
        params: JSON.stringify(params),
      });
    },

    /** To everybody who approves posts of this page beside its owner. */
    async addForApprovers(facebookPageId: PageId, { kind, params = {} }: NewFact): Promise<void> {
      await db.raw(
        `insert into outbox_facts (user_id, environment, kind, facebook_page_id, params)
        select m.member_id, m.environment, ?, m.facebook_page_id, ?::jsonb
        from page_members m where m.facebook_page_id = ? and m.role = 'approver' order by m.member_id`,
        [kind, JSON.stringify(params), facebookPageId],
      );
    },

    /** To every administrator, once to each, in the environment that they were in last. */
    async addForAdministrators(adminIds: readonly string[], { kind, params = {} }: NewFact): Promise<void> {
      await db.raw(
        `insert into outbox_facts (user_id, environment, kind, params)
        select distinct on (u.facebook_id) u.id, u.environment, ?, ?::jsonb
        from users u left join access_entries e on e.facebook_id = u.facebook_id
        where (e.type = 'whitelist' and e.role = 'admin') or u.facebook_id = any(?)
        order by u.facebook_id, u.last_login_at desc, u.id desc`,
        [kind, JSON.stringify(params), [...adminIds]],
      );
    },

    /** With their account, their name goes from what others are told. */
    async forgetPerson(memberId: UserId): Promise<void> {
      await db('outbox_facts')
        .whereIn('kind', ['people_changed', 'schedule_changed'])
        .whereRaw("params ->> 'memberId' = ?", [String(memberId)])
        .delete();
    },

    /** What nobody has taken by then goes too: it is nothing that anybody would want to hear any more. */
    async removeBefore(days: number): Promise<void> {
      await db('outbox_facts')
        .where('at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .delete();
    },
  };
}
export type OutboxRepository = ReturnType<typeof outboxRepository>;

function toFact(row: FactRow): Fact {
  // Of a broken row: those behind it are told all the same.
  const params = row.params ?? {};
  const problem = params['problem'] ?? null;
  return {
    id: row.id,
    uid: row.uid,
    owner: { userId: row.user_id, environment: row.environment },
    kind: row.kind,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    postId: row.post_id,
    postContent: row.post_content,
    postTarget: row.post_target,
    problem: problem === null ? null : readNotified(problem, row.at),
    params,
    at: row.at,
  };
}
