import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { PausedPage } from '../../contract/automation-reasons.ts';
import { unlessEnded } from '../../problems/ended-problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import { hasCode, KEY_IS_NEW } from '../../problems/problem.sql.ts';
import { readNotified, readProblem } from '../../problems/stored-problem.ts';

/** Something that its owner has to know, as the triggers of posts and pages wrote it down. */
export interface Notification {
  readonly id: number;
  readonly kind: 'failed' | 'missed' | 'page' | 'automation' | 'system' | 'doubt' | 'rule';
  /** How many posts it stands for; of a login how many pages. */
  readonly count: number;
  /** The newest of them. */
  readonly postId: PostId | null;
  readonly postContent: string | null;
  /** Null for the tech site, and of a login. */
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
  /** Nothing stands in the page's way any more. */
  readonly isPageWell: boolean;
  readonly isPageRemoved: boolean;
  readonly problem: Problem | PausedPage | null;
  /** What became of its posts, where none of them waits for its owner any more; of several nobody says which. */
  readonly settledAs: 'published' | 'scheduled' | 'any' | null;
  /** The database's time when it was read. */
  readonly readAt: Date;
  readonly isRead: boolean;
  readonly at: Date;
}

interface NotificationRow {
  id: number;
  /** What a rule has to say is kept as news of its page, which releases before this one can read. */
  kind: Exclude<Notification['kind'], 'rule'>;
  count: number;
  post_id: PostId | null;
  post_content: string | null;
  /** Of the post that it stands for, or of one of them, as it is by now. */
  post_problem: unknown;
  /** Null of a post that was deleted. */
  post_status: string | null;
  facebook_page_id: PageId | null;
  page_name: string | null;
  is_page_well: boolean;
  is_page_removed: boolean;
  target: string | null;
  environment: Environment;
  is_key_new: boolean;
  has_files: boolean;
  problem: unknown;
  now: Date;
  read_at: Date | null;
  updated_at: Date;
}

/** Enough of a post to know it by. */
const CONTENT_LENGTH = 200;

/** What is told of no single page is told of a login, and over when no page waits for that any more. */
const IS_PAGE_WELL = `case when notifications.facebook_page_id is not null then g.problem is null
  and g.warning is null else not exists (
  select from facebook_pages l where l.user_id = notifications.user_id and l.environment = notifications.environment
    and l.removed_at is null and is_of_login(l.problem)
) end as is_page_well`;

/** Whether what is at this network has all it needs from administrators. */
type IsSetUp = (network: string, environment: Environment) => boolean;

/** Of several posts, which have their page and their reason in common, the newest that still has it. */
const ofSeveral = (which: string) => `(
  select q.problem from posts q
  where q.user_id = notifications.user_id and q.environment = notifications.environment
    and q.status in (notifications.kind, 'draft')
    and q.facebook_page_id is not distinct from notifications.facebook_page_id
    and ${which}
  order by q.updated_at desc limit 1)`;

/** What an earlier release worded is told apart by the code that it had then. */
const SAME_REASON = `q.problem ->> 'code' = notifications.problem ->> 'code'
  and q.problem #>> '{params,code}' is not distinct from notifications.problem #>> '{params,code}'`;

/** What its post says by now. Of one that was changed nothing tells any more what it said before. */
const POST_PROBLEM = `case when notifications.kind not in ('failed', 'missed') then null
  when notifications.count = 1 and p.id is not null then case when p.status in ('failed', 'missed') then p.problem end
  else coalesce(${ofSeveral(SAME_REASON)}, ${ofSeveral(hasCode('q.problem', CODE.ready))}) end as post_problem`;

/** @param isSetUp for reading why a post waits */
export function notificationsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  const mine = (owner: Owner) => ownedBy<NotificationRow>(db, 'notifications', owner);

  return {
    async newest(owner: Owner, limit: number): Promise<Notification[]> {
      const rows = (await mine(owner)
        .leftJoin('facebook_pages as g', 'g.id', 'notifications.facebook_page_id')
        .leftJoin('posts as p', 'p.id', 'notifications.post_id')
        .orderBy('notifications.updated_at', 'desc')
        .orderBy('notifications.id', 'desc')
        .limit(limit)
        .select(
          ...['id', 'kind', 'count', 'post_id', 'facebook_page_id', 'problem', 'read_at', 'updated_at'].map(
            (column) => `notifications.${column}`,
          ),
          'g.name as page_name',
          'p.target',
          'p.status as post_status',
          'notifications.environment',
          db.raw(POST_PROBLEM),
          db.raw(`${KEY_IS_NEW} as is_key_new`),
          db.raw('exists (select from media_files m where m.post_id = p.id) as has_files'),
          db.raw(IS_PAGE_WELL),
          db.raw('now() as now'),
          db.raw('(g.removed_at is not null) as is_page_removed'),
          db.raw('left(p.content, ?) as post_content', [CONTENT_LENGTH]),
        )) as unknown as NotificationRow[];
      return rows.map((row) => toNotification(row, isSetUp));
    },

    async unread(owner: Owner): Promise<number> {
      const [row] = (await mine(owner).whereNull('read_at').count({ unread: '*' })) as unknown as [{ unread: number }];
      return Number(row.unread);
    },

    /** Marks these as read, or all with null. */
    async read(owner: Owner, ids: readonly number[] | null): Promise<void> {
      // One that is counting up at this moment has news, and stays unread: waiting for it could be waiting in a circle.
      const unread = mine(owner).whereNull('read_at').select('id').forUpdate().skipLocked();
      if (ids !== null) void unread.whereIn('id', ids);
      await db
        .with('unread', unread)
        .from('notifications')
        .whereIn('id', db('unread').select('id'))
        .update({ read_at: db.fn.now() });
    },

    async removeReadBefore(days: number): Promise<void> {
      await db('notifications')
        .where('read_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .delete();
    },
  };
}
export type NotificationsRepository = ReturnType<typeof notificationsRepository>;

const RULE_NEWS: ReadonlySet<string> = new Set([CODE.ruleStopped, CODE.ruleLeftOut]);

function toNotification(row: NotificationRow, isSetUp: IsSetUp): Notification {
  const problem = problemOf(row, isSetUp);
  return {
    id: row.id,
    kind: problem !== null && RULE_NEWS.has(problem.code) ? 'rule' : row.kind,
    count: row.count,
    postId: row.post_id,
    postContent: row.post_content,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    isPageWell: row.is_page_well,
    isPageRemoved: row.is_page_removed,
    problem,
    settledAs: settledAs(row),
    readAt: row.now,
    isRead: row.read_at !== null,
    at: row.updated_at,
  };
}

/** What is told of a post is what the post says by now. */
function problemOf(row: NotificationRow, isSetUp: IsSetUp): Notification['problem'] {
  if (row.problem === null) return null;
  if (!isOfPosts(row)) return readNotified(row.problem, row.updated_at);
  const problem = readProblem(row.post_problem ?? row.problem, row.updated_at);
  return unlessEnded(problem, {
    now: row.now,
    page: row.page_name,
    isPageWell: row.is_page_well && !row.is_page_removed,
    // Whether another post of the page is in doubt, its own list says.
    isPageInDoubt: true,
    isSetUp: row.target !== null && isSetUp(row.target, row.environment),
    isKeyNew: row.is_key_new,
    hasFiles: row.has_files,
  });
}

function settledAs(row: NotificationRow): Notification['settledAs'] {
  const { count, post_status: status } = row;
  if (!isOfPosts(row)) return null;
  // Of a post that is gone, others of its kind may be left.
  if (count > 1 || status === null) return row.post_problem === null ? 'any' : null;
  return status === 'published' || status === 'scheduled' ? status : null;
}

function isOfPosts({ kind }: NotificationRow): boolean {
  return kind === 'failed' || kind === 'missed';
}
