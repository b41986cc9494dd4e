import type { Knex } from 'knex';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { databaseTime } from '../../db/clock.ts';
import { prepared } from '../../db/database.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { articleType, titleAndBody, type Article } from '../../networks/fiztech/article.ts';
import { changingAs, type Author } from './author.ts';
import { BLOCK } from './blocked.sql.ts';
import { problemWith, type Block } from './blocked.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import { CODE, type Problem } from '../../problems/problem.ts';
import { readProblem, readUpload } from '../../problems/stored-problem.ts';
import type { Post, PostMedia, PostStatus } from './post.ts';
import { boundBy, insertSql, movingOf, removingOf, type OwnersMoves, type Written } from './post-writes.sql.ts';

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
  is_held: boolean;
  publish_now: boolean;
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

/** A list without pages never holds more than this. */
const LIST_LIMIT = 1000;

const MEDIA = `case when p.media_type <> 'text' then (
  select json_agg(json_build_object('id', m.id, 'mimeType', m.mime_type, 'bytes', m.bytes, 'width', m.width, 'height', m.height, 'durationSeconds', m.duration_seconds,
    'altText', m.alt_text) order by m.position, m.id)
  from media_files m where m.post_id = p.id
) end`;

const UPLOAD_AHEAD =
  "case when p.status = 'scheduled' and p.media_type <> 'text' then (select u.progress from uploads_ahead u where u.post_id = p.id) end";

/** Every column of a post, the name of its page, its files and their upload, of the posts `p`. */
export const COLUMNS = `p.*, g.name as page_name, ${MEDIA} as media, ${UPLOAD_AHEAD} as upload_ahead, ${BLOCK} as block, now() as read_at from posts p left join facebook_pages g on g.id = p.facebook_page_id`;
const NEWEST_FIRST = 'p.published_at desc, p.id desc';
const FIRST_PAGE = `select ${COLUMNS} where p.user_id = $1 and p.environment = $2 and p.status = 'published' order by ${NEWEST_FIRST} limit $3`;
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

/** A planned post like one that is there, save for what is given. */
const COPY = `${insertSql(
  'scheduled',
  {
    user_id: 'p.user_id',
    environment: 'p.environment',
    target: 'p.target',
    facebook_page_id: 'coalesce(:facebook_page_id, p.facebook_page_id)',
    article: 'p.article || cast(:article as jsonb)',
    media_type: 'p.media_type',
    content: 'coalesce(:content, p.content)',
    content_type: 'p.content_type',
    tone: 'p.tone',
    keywords: 'p.keywords',
    is_ai_generated: 'p.is_ai_generated',
    ai_call_id: 'p.ai_call_id',
    scheduled_at: ':scheduled_at',
  },
  'posts p where p.id = :id and p.user_id = :user_id and p.environment = :environment',
)} returning id`;

/** Every statement about the posts of an owner. What the engine does to posts is in the publishing feature. */
export function postsRepository(db: Knex) {
  async function find(owner: Owner, id: PostId): Promise<Post | null> {
    const { rows } = await db.raw<{ rows: PostRow[] }>(
      `select ${COLUMNS} where p.id = ? and p.user_id = ? and p.environment = ?`,
      [id, owner.userId, owner.environment],
    );
    return rows[0] === undefined ? null : toPost(rows[0]);
  }

  return {
    find,

    async listByStatus(owner: Owner, status: PostStatus): Promise<Post[]> {
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `select ${COLUMNS} where p.user_id = ? and p.environment = ? and p.status = ? order by ${ORDERS[status]} limit ${LIST_LIMIT}`,
        [owner.userId, owner.environment, status],
      );
      return rows.map(toPost);
    },

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
      if (status === 'published' && pageNumber === 1) {
        const [rows, [count]] = await Promise.all([
          prepared<PostRow>(db, 'first_published_posts', FIRST_PAGE, [...values, limit]),
          prepared<{ total: number }>(db, 'published_total', PUBLISHED_TOTAL, values),
        ]);
        return { posts: rows.map(toPost), total: count?.total ?? 0 };
      }

      const total =
        status === 'published'
          ? ((await prepared<{ total: number }>(db, 'published_total', PUBLISHED_TOTAL, values))[0]?.total ?? 0)
          : Number(
              (
                (await ownedBy<PostRow>(db, 'posts', owner)
                  .where('status', status)
                  .count({ total: '*' })) as unknown as [{ total: number }]
              )[0].total,
            );
      const offset = (pageNumber - 1) * limit;
      if (offset >= total) return { posts: [], total };

      const fromEnd = Math.max(0, total - offset - limit);
      const isNearerEnd = fromEnd < offset;
      const order = isNearerEnd ? reversed(ORDERS[status]) : ORDERS[status];
      const count = Math.min(limit, total - offset);
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `
        select ${COLUMNS} join (
          select p.id from posts p where p.user_id = ? and p.environment = ? and p.status = ? order by ${order} limit ? offset ?
        ) shown on shown.id = p.id order by ${ORDERS[status]}`,
        [...values, status, count, isNearerEnd ? fromEnd : offset],
      );
      return { posts: rows.map(toPost), total };
    },

    async create(author: Author, post: NewPost): Promise<PostId> {
      return changingAs(db, author, async (trx) => {
        const row = {
          ...ownedColumns(author),
          target: post.target,
          facebook_page_id: post.facebookPageId,
          article: post.article === null ? null : JSON.stringify(post.article),
          media_type: post.mediaType,
          content: post.content,
          content_type: post.contentType,
          tone: post.tone,
          keywords: post.keywords,
          is_ai_generated: post.isAiGenerated,
          ai_call_id: post.aiCallId,
          publish_now: post.publishNow,
          scheduled_at: post.publishNow ? trx.fn.now() : post.scheduledAt,
        };
        const {
          rows: [made],
        } = await trx.raw<{ rows: [{ id: PostId }] }>(`${insertSql(post.status, boundBy(row))} returning id`, row);
        return made.id;
      });
    },

    /** A new post on the schedule like this one of the owner, save for what is given. Files are not part of it. */
    async duplicate(author: Author, id: PostId, { content, facebookPageId, scheduledAt }: PostCopy): Promise<PostId> {
      const {
        rows: [row],
      } = await changingAs(db, author, async (trx) =>
        trx.raw<{ rows: [{ id: PostId }] }>(COPY, {
          ...ownedColumns(author),
          id,
          facebook_page_id: facebookPageId ?? null,
          article: JSON.stringify(articleChanges(content === undefined ? {} : { content })),
          content: content ?? null,
          scheduled_at: scheduledAt,
        }),
      );
      return row.id;
    },

    /** Changes a post that is in one of `from`, in one statement; false when it is no longer in any of them. */
    async change(author: Author, id: PostId, from: readonly PostStatus[], changes: PostChanges): Promise<boolean> {
      return changingAs(db, author, async (trx) => {
        const posts = movingOf(trx, author, movesOf(changes), { from, written: writtenIn(trx, changes) }).where({ id });
        // A second click finds the first one's mark.
        if (changes.publishNow === true) void posts.where('publish_now', false);
        return Number(await posts) === 1;
      });
    },

    /** A post that did not go out goes back among the drafts, with the reason; false when it is no longer as it was. */
    async keepAsDraft(
      owner: Owner,
      id: PostId,
      { from, problem }: { from: 'failed' | 'scheduled'; problem?: Problem },
    ): Promise<boolean> {
      const why = problem === undefined ? db.raw('problem') : JSON.stringify(problem);
      return Number(await movingOf(db, owner, { keepAsDraft: { problem: why } }, { from: [from] }).where({ id })) === 1;
    },

    /** The time by which posts are due. */
    now: () => databaseTime(db),

    /** Deletes a post unless it is on its way out; false when it is, or is gone. @param isTakenBack by this transaction from whoever brings posts out */
    async remove(owner: Owner, id: PostId, isTakenBack = false): Promise<boolean> {
      return Number(await removingOf(db, owner, isTakenBack ? 'removeTakenBack' : 'remove').where({ id })) === 1;
    },
  };
}
export type PostsRepository = ReturnType<typeof postsRepository>;

/** The moves that a change stands for; a change of the text alone is one too. */
function movesOf({ status, scheduledAt, facebookPageId, publishNow }: PostChanges): OwnersMoves {
  const page = facebookPageId === undefined ? { edit: {} } : { changePage: {} };
  if (publishNow === true) return { ...page, publishNow: {} };
  if (status === 'scheduled') return { ...page, schedule: { scheduled_at: scheduledAt ?? null } };
  return status === 'draft' ? { ...page, takeOff: {} } : page;
}

/** What of a change a person has written, by column. */
function writtenIn(db: Knex, changes: PostChanges): Written {
  const { content, contentType, tone, keywords, facebookPageId } = changes;
  return {
    ...(content === undefined ? {} : { content }),
    ...(contentType === undefined ? {} : { content_type: contentType }),
    ...(tone === undefined ? {} : { tone }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(facebookPageId === undefined ? {} : { facebook_page_id: facebookPageId }),
    ...(content === undefined && contentType === undefined
      ? {}
      : { article: db.raw('article || ?::jsonb', [JSON.stringify(articleChanges(changes))]) }),
  };
}

/** What a change of the text means for the article that goes out; other posts have none, and nothing added to that is nothing. */
function articleChanges({ content, contentType }: PostChanges): Partial<Article> {
  return {
    ...(content === undefined ? {} : titleAndBody(content)),
    ...(contentType === undefined ? {} : { type: articleType(contentType) }),
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

export function toPost(row: PostRow): Post {
  const problem = row.problem === null ? null : readProblem(row.problem, row.updated_at);
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
    mediaType: row.media_type,
    media: row.media ?? [],
    status: row.status,
    scheduledAt: row.scheduled_at,
    publishedAt: row.published_at,
    isLate: row.is_late,
    remoteId: row.remote_id,
    permalinkUrl: row.permalink_url,
    problem: problemWith(problem, row.block, { target: row.target, page: row.page_name }),
    upload: uploadOf(problem, row.upload_ahead),
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
