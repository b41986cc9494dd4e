import type { PageId, PostId } from '../../contract/ids.ts';
import type { Knex } from 'knex';
import type { AutomationMode } from '../../contract/automation.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import { PAGE_REMOVED } from '../../networks/facebook/problems.ts';
import type { Problem } from '../../problems/problem.ts';
import { spacingSql } from '../../networks/spacing.sql.ts';
import { readProblem, readReason } from '../../problems/stored-problem.ts';
import { usedUpRuleSql } from '../approvals/approved-on-day.sql.ts';
import { DROPPABLE, dropSql } from '../posts/post-writes.sql.ts';
import type { Reason } from './reasons.ts';
import { APPROVE } from './slots.sql.ts';

/** A slot that is still to be made or published. */
export interface WaitingSlot {
  readonly id: number;
  readonly facebookPageId: PageId;
  readonly pageName: string;
  readonly cycleId: number;
  readonly cycleStartAt: Date;
  readonly dueAt: Date;
  readonly state: 'planned' | 'calling' | 'draft' | 'scheduled';
  readonly isPublishing: boolean;
  readonly mode: AutomationMode;
  readonly contentType: string;
  readonly content: string | null;
  readonly contentHash: string | null;
  readonly postId: PostId | null;
  readonly problem: Problem | null;
  /** Of a draft: what to look at before it is approved. */
  readonly reason: Reason | null;
  /** The database's time when it was read. */
  readonly readAt: Date;
}

/** One slot, as somebody read it. */
export interface OneSlot {
  readonly id: number;
  /** Of the text that it must have still; null: whatever it has. */
  readonly hash: string | null;
}

/** What was to be on this page. */
type LeftOut = Pick<WaitingSlot, 'facebookPageId' | 'pageName'>;

interface Row {
  id: number;
  facebook_page_id: PageId;
  page_name: string;
  cycle_id: number;
  cycle_start_at: Date;
  due_at: Date;
  state: WaitingSlot['state'];
  is_publishing: boolean;
  mode: AutomationMode;
  content_type: string;
  content: string | null;
  content_hash: string | null;
  post_id: PostId | null;
  problem: unknown;
  reason: unknown;
  read_at: Date;
}

const HASH = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const TEXT = "case when s.state = 'scheduled' then p.content when s.state = 'draft' then s.content end";

/**
 * When it can go out: at its time, or as soon as the last post of its page is far enough away. A draft goes when
 * somebody says so.
 */
const DUE = `greatest(coalesce(p.scheduled_at, s.due_at), case when s.state <> 'draft'
  and coalesce(p.is_automatic, true) then k.last_published_at + ${spacingSql('s.user_id')} end)`;

/** Of a draft that nobody has edited: what its owner says is theirs to approve. */
const USED_UP = usedUpRuleSql('s.facebook_page_id', 's.content_type', 'greatest(s.due_at, now())');

/** $1: user, $2: environment, $3: one slot, or null for all. */
const WAITING = `
  select s.id, s.facebook_page_id, g.name as page_name, s.cycle_id, y.starts_at as cycle_start_at,
    ${DUE} as due_at, s.state,
    coalesce(p.status = 'publishing', false) as is_publishing, coalesce(s.mode, c.mode, 'draft') as mode,
      s.content_type,
    ${TEXT} as content, ${HASH(TEXT)} as content_hash, p.id as post_id,
    case when s.state = 'scheduled' then p.problem
      when g.removed_at is not null then '${JSON.stringify(PAGE_REMOVED)}'::jsonb when not g.is_connected then g.problem
      when s.state in ('planned', 'calling') then a.problem end as problem,
    case when s.state = 'draft' then coalesce(s.unsourced, case when s.written is null then ${USED_UP} end)
      end as reason, now() as read_at
  from automation_slots s join automation_cycles y on y.id = s.cycle_id
    join facebook_pages g on g.id = s.facebook_page_id
    left join posts p on p.automation_slot_id = s.id left join automation_settings a on a.user_id = s.user_id
    left join automation_page_configurations c on c.facebook_page_id = s.facebook_page_id
      left join page_clock k on k.facebook_page_id = s.facebook_page_id
  where s.user_id = $1 and s.environment = $2 and s.state in ('planned', 'calling', 'draft', 'scheduled')
    and ($3::bigint is null or s.id = $3)
  order by due_at, s.id limit 1000`;

/** The edits of a draft are part of its post's story. $1: slot, $2: post. */
const RECORD_EDIT = `
  select note_post_event($2, 'edited', jsonb_build_object('content', written),
    jsonb_build_object('content', content), null)
  from automation_slots where id = $1 and written <> content`;

/** What waits, and what its owner decides about it. */
export function queueRepository(db: Knex) {
  return {
    ...ownersDecisions(db),

    list: async (owner: Owner): Promise<WaitingSlot[]> =>
      (await prepared<Row>(db, 'automation_queue', WAITING, [...mine(owner), null])).map(toSlot),

    async find(owner: Owner, id: number): Promise<WaitingSlot | null> {
      const [row] = await prepared<Row>(db, 'automation_queue', WAITING, [...mine(owner), id]);
      return row === undefined ? null : toSlot(row);
    },
  };
}
export type QueueRepository = ReturnType<typeof queueRepository>;

const mine = (owner: Owner) => [owner.userId, owner.environment];

/** What becomes of a text, as its owner says. */
function ownersDecisions(db: Knex) {
  return {
    /** @returns whether the draft had exactly the text of this hash, and is a post on the schedule now */
    async approve(owner: Owner, id: number, hash: string): Promise<boolean> {
      const [post] = await prepared<{ id: number }>(db, 'approve_slot', APPROVE, [id, ...mine(owner), hash]);
      if (post === undefined) return false;
      await prepared(db, 'record_edit_of_draft', RECORD_EDIT, [id, post.id]);
      return true;
    },

    /**
     * Waits for its owner without an end from then on, and what it says is what they say.
     * @returns whether the draft had exactly the text of this hash until now
     */
    async editDraft(owner: Owner, id: number, hash: string, text: string): Promise<boolean> {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `update automation_slots set content = ?, written = coalesce(written, content), unsourced = null,
          next_at = null, updated_at = now() where id = ? and user_id = ? and environment = ? and state = 'draft'
          and ${HASH('content')} = ? returning id`,
        [text, id, ...mine(owner), hash],
      );
      return rows.length === 1;
    },

    /**
     * The post of a slot, its owner's alone until the end of the transaction that `db` is; null when it has another
     * text by now, or is on its way.
     */
    async lockPost(owner: Owner, id: number, hash: string): Promise<PostId | null> {
      const { rows } = await db.raw<{ rows: { id: PostId }[] }>(
        `select p.id from posts p where p.automation_slot_id = ? and p.user_id = ? and p.environment = ?
          and p.status = 'scheduled' and ${HASH('p.content')} = ? for no key update`,
        [id, ...mine(owner), hash],
      );
      return rows[0]?.id ?? null;
    },

    /**
     * Leaves out what waits, scheduled posts too: this slot as it was read, or all with null. What is on its way out,
     * or may be out, is left alone. In a transaction: posts go before slots, the order in which the loop takes them.
     */
    async leaveOut(owner: Owner, one: OneSlot | null, reason: Reason): Promise<LeftOut[]> {
      const id = one === null ? [] : [one.id];
      const hash = one === null || one.hash === null ? [] : [one.hash];
      const isOne = (name: string) => id.map(() => ` and ${name} = ?`).join('');
      const isAsRead = (text: string) => hash.map(() => ` and ${HASH(text)} = ?`).join('');
      const { rows: posts } = await db.raw<{ rows: { id: number; automation_slot_id: number }[] }>(
        `select p.id, p.automation_slot_id from posts p where p.user_id = ? and p.environment = ?
          and ${DROPPABLE}${isOne('p.automation_slot_id')}${isAsRead('p.content')} order by p.id for update`,
        [...mine(owner), ...id, ...hash],
      );
      const { rows: slots } = await db.raw<{ rows: LeftOut[] }>(
        `update automation_slots s set state = 'skipped', reason = ?::jsonb, lease_token = null, next_at = null,
          updated_at = now()
         where user_id = ? and environment = ? and (state in ('planned', 'calling', 'draft')${isAsRead('content')}
           or id = any(?))${isOne('id')} returning facebook_page_id as "facebookPageId",
           (select g.name from facebook_pages g where g.id = s.facebook_page_id) as "pageName"`,
        [JSON.stringify(reason), ...mine(owner), ...hash, posts.map((post) => post.automation_slot_id), ...id],
      );
      await db.raw(dropSql('unnest(?::bigint[]) as picked (id)', 'p.id = picked.id'), [posts.map((post) => post.id)]);
      return slots;
    },
  };
}

function toSlot(row: Row): WaitingSlot {
  return {
    id: row.id,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    cycleId: row.cycle_id,
    cycleStartAt: row.cycle_start_at,
    dueAt: row.due_at,
    state: row.state,
    isPublishing: row.is_publishing,
    mode: row.mode,
    contentType: row.content_type,
    content: row.content,
    contentHash: row.content_hash,
    postId: row.post_id,
    problem: row.problem === null ? null : readProblem(row.problem, row.read_at),
    reason: row.reason === null ? null : readReason(row.reason, row.read_at),
    readAt: row.read_at,
  };
}
