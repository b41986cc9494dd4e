import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { databaseTime } from '../../db/clock.ts';
import { prepared } from '../../db/database.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { type Article } from '../../networks/fiztech/article.ts';
import { BLOCK, DOUBTFUL_POST } from './blocked.sql.ts';
import { problemWith, type Block } from './blocked.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import { unlessEnded } from '../../problems/ended-problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import { KEY_IS_NEW } from '../../problems/problem.sql.ts';
import { readProblem, readUpload } from '../../problems/stored-problem.ts';
import type { Post, PostMedia, PostStatus } from './post.ts';
import { isEditable } from './post-states.ts';
import { postWrites } from './post-changes.repository.ts';

export interface PostRow {
  id: PostId;
  user_id: UserId;
  environment: Environment;
  target: Post['target'];
  facebook_page_id: PageId | null;
  page_name: string | null;
  content: string;
  content_type: string;
  tone: string | null;
  keywords: string | null;
  is_ai_generated: boolean;
  placement: Post['placement'];
  media_type: Post['mediaType'];
  media: PostMedia[] | null;
  status: PostStatus;
  scheduled_at: Date | null;
  published_at: Date | null;
  is_late: boolean;
  remote_id: string | null;
  permalink_url: string | null;
  problem: unknown;
  upload_ahead: unknown;
  block: Block | null;
  is_page_well: boolean;
  is_page_in_doubt: boolean;
  is_key_new: boolean;
  is_held: boolean;
  publish_now: boolean;
  publish_now_at: Date | null;
  composition_id: number | null;
  recurrence_id: number | null;
  created_at: Date;
  updated_at: Date;
  read_at: Date;
}

export interface NewPost {
  readonly target: Post['target'];
  /** null for the tech site. */
  readonly facebookPageId: PageId | null;
  /** What the tech site gets; null for Facebook. */
  readonly article: Article | null;
  /** Left out, it is shown among the page's posts. */
  readonly placement?: Post['placement'];
  readonly mediaType: Post['mediaType'];
  readonly content: string;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  /** The call to the AI that wrote it, where one did. */
  readonly aiCallId: number | null;
  readonly status: 'draft' | 'scheduled';
  readonly scheduledAt: Date | null;
  readonly publishNow: boolean;
}

export interface PostChanges {
  readonly content?: string;
  /** What its files are that take the place of the old ones. */
  readonly mediaType?: Post['mediaType'];
  readonly contentType?: string;
  readonly tone?: string | null;
  readonly keywords?: string | null;
  readonly facebookPageId?: PageId;
  readonly status?: 'draft' | 'scheduled';
  readonly scheduledAt?: Date | null;
  readonly publishNow?: boolean;
}

/** What of a copy is not as it is in the original. */
export interface PostCopy {
  readonly content?: string;
  readonly facebookPageId?: PageId;
  readonly scheduledAt: Date;
}

/** Somebody's posts of one status. */
const OWN = 'p.user_id = ? and p.environment = ? and p.status = ?';
const onPages = (owner: Owner) => andOnTheirPages(owner, 'p.facebook_page_id');
/** A list without pages never holds more than this. */
const LIST_LIMIT = 1000;

const MEDIA = `case when p.media_type <> 'text' then (
  select json_agg(json_build_object('id', m.id, 'mimeType', m.mime_type, 'bytes', m.bytes, 'width', m.width,
    'height', m.height, 'durationSeconds', m.duration_seconds,
    'altText', m.alt_text) order by m.position, m.id)
  from media_files m where m.post_id = p.id
) end`;

const UPLOAD_AHEAD = `case when p.status = 'scheduled' and p.media_type <> 'text'
  then (select u.progress from uploads_ahead u where u.post_id = p.id) end`;

/** What ends the cause of a problem, of the posts `p` on the pages `g`. */
const CAUSES = `
  coalesce(g.problem is null and g.access_token is not null and g.removed_at is null, false) as is_page_well,
  case when p.status = 'missed' then exists (
    select from page_clock c where c.facebook_page_id = p.facebook_page_id and exists (${DOUBTFUL_POST})
  ) else false end as is_page_in_doubt, ${KEY_IS_NEW} as is_key_new`;

const RECURRENCE = `case when p.status in ('scheduled', 'publishing')
  then (select d.recurrence_id from recurrence_dates d where d.post_id = p.id) end`;

/** Every column of a post, the name of its page, its files and their upload, of the posts `p`. */
export const COLUMNS = `p.*, g.name as page_name, ${MEDIA} as media, ${UPLOAD_AHEAD} as upload_ahead,
  ${RECURRENCE} as recurrence_id, ${BLOCK} as block,
  ${CAUSES}, now() as read_at from posts p left join facebook_pages g on g.id = p.facebook_page_id`;
const NEWEST_FIRST = 'p.published_at desc, p.id desc';
const FIRST_PAGE = `select ${COLUMNS} where p.user_id = $1 and p.environment = $2 and p.status = 'published'
  order by ${NEWEST_FIRST} limit $3`;
const PUBLISHED_TOTAL =
  'select coalesce(sum(published), 0)::int as total from post_summaries where user_id = $1 and environment = $2';

export const ORDERS: Record<PostStatus, string> = {
  draft: 'p.updated_at desc, p.id desc',
  scheduled: 'p.scheduled_at, p.id',
  publishing: 'p.updated_at desc, p.id desc',
  published: NEWEST_FIRST,
  failed: 'p.updated_at desc, p.id desc',
  missed: 'p.updated_at desc, p.id desc',
};

/** Whether what is at this network has all it needs from administrators. */
export type IsSetUp = (network: string, environment: Environment) => boolean;

/**
 * Every statement about the posts of an owner. What the engine does to posts is in the publishing feature.
 * @param isSetUp for reading why a post waits
 */
export function postsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  async function find(owner: Owner, id: PostId): Promise<Post | null> {
    const { rows } = await db.raw<{ rows: PostRow[] }>(
      `select ${COLUMNS} where p.id = ? and p.user_id = ? and p.environment = ?${onPages(owner)}`,
      [id, owner.userId, owner.environment],
    );
    return rows[0] === undefined ? null : toPost(rows[0], isSetUp);
  }

  return {
    ...postWrites(db),
    ...postPages(db, isSetUp),

    find,

    async listByStatus(owner: Owner, status: PostStatus): Promise<Post[]> {
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `select ${COLUMNS} where ${OWN}${onPages(owner)} order by ${ORDERS[status]} limit ${LIST_LIMIT}`,
        [owner.userId, owner.environment, status],
      );
      return rows.map((row) => toPost(row, isSetUp));
    },

    /** Posts that are tied, in the order in which they were made. */
    async ofComposition(owner: Owner, compositionId: number): Promise<Post[]> {
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `select ${COLUMNS} where p.composition_id = ? and p.user_id = ? and p.environment = ?${onPages(owner)}
         order by p.id`,
        [compositionId, owner.userId, owner.environment],
      );
      return rows.map((row) => toPost(row, isSetUp));
    },

    /**
     * What a person approved for it to go out: a proposal, or a text of automation where that is null. Null for any
     * other post.
     */
    async approvedByPerson(owner: Owner, id: PostId): Promise<{ readonly proposalId: number | null } | null> {
      const { rows } = await db.raw<{ rows: { proposalId: number | null }[] }>(
        `select pr.id as "proposalId" from proposals pr
          where pr.post_id = :id and pr.decided_by is not null and pr.user_id = :userId
            and pr.environment = :environment
        union all
        select null from post_approvals a
          where a.post_id = :id and a.kind = 'person' and a.user_id = :userId and a.environment = :environment limit 1`,
        { id, userId: owner.userId, environment: owner.environment },
      );
      return rows[0] ?? null;
    },

    /** The time by which posts are due. */
    now: () => databaseTime(db),
  };
}
export type PostsRepository = ReturnType<typeof postsRepository>;

/** Lists by their pages. */
function postPages(db: Knex, isSetUp: IsSetUp) {
  async function totalOf(owner: Owner, status: PostStatus): Promise<number> {
    if (status === 'published' && !owner.onlyPages) {
      const values = [owner.userId, owner.environment];
      return (await prepared<{ total: number }>(db, 'published_total', PUBLISHED_TOTAL, values))[0]?.total ?? 0;
    }
    const [count] = (await ownedBy<PostRow>(db, 'posts', owner)
      .where('status', status)
      .count({ total: '*' })) as unknown as [{ total: number }];
    return Number(count.total);
  }

  return {
    /**
     * One page of a list and how many posts the list holds. The first page is a prepared statement; a far one reads
     * the index from its nearer end and fetches only the rows it shows.
     */
    async page(
      owner: Owner,
      status: PostStatus,
      pageNumber: number,
      limit: number,
    ): Promise<{ posts: Post[]; total: number }> {
      const values = [owner.userId, owner.environment];
      if (status === 'published' && pageNumber === 1 && !owner.onlyPages) {
        const [rows, [count]] = await Promise.all([
          prepared<PostRow>(db, 'first_published_posts', FIRST_PAGE, [...values, limit]),
          prepared<{ total: number }>(db, 'published_total', PUBLISHED_TOTAL, values),
        ]);
        return { posts: rows.map((row) => toPost(row, isSetUp)), total: count?.total ?? 0 };
      }

      const total = await totalOf(owner, status);
      const offset = (pageNumber - 1) * limit;
      if (offset >= total) return { posts: [], total };

      const fromEnd = Math.max(0, total - offset - limit);
      const isNearerEnd = fromEnd < offset;
      const order = isNearerEnd ? reversed(ORDERS[status]) : ORDERS[status];
      const count = Math.min(limit, total - offset);
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `
        select ${COLUMNS} join (
          select p.id from posts p where ${OWN}${onPages(owner)} order by ${order} limit ? offset ?
        ) shown on shown.id = p.id order by ${ORDERS[status]}`,
        [...values, status, count, isNearerEnd ? fromEnd : offset],
      );
      return { posts: rows.map((row) => toPost(row, isSetUp)), total };
    },
  };
}

/** What stands in the way of a post is told before how far its files are. */
function uploadOf(problem: Problem | null, ahead: unknown): StoredUpload | null {
  if (problem === null) return ahead === null ? null : readUpload(ahead);
  return problem.code === CODE.uploading ? problem : null;
}

/** The same order from its other end. */
export function reversed(order: string): string {
  return order
    .split(', ')
    .map((term) => (term.endsWith(' desc') ? term.slice(0, -5) : `${term} desc`))
    .join(', ');
}

/** Why it waits, or did not go out; of what only its owner can move, no longer than the cause is there. */
function problemOf(row: PostRow, isSetUp: IsSetUp): Problem | null {
  if (row.problem === null) return null;
  const problem = readProblem(row.problem, row.updated_at);
  if (!['draft', 'failed', 'missed'].includes(row.status)) return problem;
  return unlessEnded(problem, {
    now: row.read_at,
    page: row.page_name,
    isPageWell: row.is_page_well,
    isPageInDoubt: row.is_page_in_doubt,
    isSetUp: isSetUp(row.target, row.environment),
    isKeyNew: row.is_key_new,
    hasFiles: (row.media ?? []).length > 0,
  });
}

export function toPost(row: PostRow, isSetUp: IsSetUp): Post {
  const problem = problemOf(row, isSetUp);
  return {
    id: row.id,
    userId: row.user_id,
    environment: row.environment,
    target: row.target,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    content: row.content,
    contentType: row.content_type,
    tone: row.tone,
    keywords: row.keywords,
    isAiGenerated: row.is_ai_generated,
    placement: row.placement,
    mediaType: row.media_type,
    media: row.media ?? [],
    status: row.status,
    scheduledAt: row.scheduled_at,
    publishedAt: row.published_at,
    publishNowAt: isEditable(row.status) ? row.publish_now_at : null,
    isAskedForNow: row.status === 'scheduled' && row.publish_now,
    isLate: row.is_late,
    remoteId: row.remote_id,
    permalinkUrl: row.permalink_url,
    problem: problemWith(problem, row.block, { target: row.target, page: row.page_name }),
    upload: uploadOf(problem, row.upload_ahead),
    compositionId: row.composition_id,
    recurrenceId: row.recurrence_id,
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
