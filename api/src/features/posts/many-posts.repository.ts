import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { readPageProblem, readProblem } from '../../problems/stored-problem.ts';
import type { PageProblem, Problem } from '../../problems/problem.ts';
import { changingAs, type Author } from './author.ts';
import { NOT_IN_DOUBT } from './post-changes.repository.ts';
import { EDITABLE, type Given } from './post-states.ts';
import { movingOf, removingOf } from './post-writes.sql.ts';
import type { Post, PostStatus } from './post.ts';
import { narrowed, WAITING } from './waiting-posts.repository.ts';

/** As much of a post as it takes to decide what may be done with it among many. */
export interface ManyPost extends Pick<
  Post,
  'id' | 'status' | 'scheduledAt' | 'facebookPageId' | 'pageName' | 'target' | 'compositionId'
> {
  readonly excerpt: string;
  readonly problem: Problem | null;
  /** It is about to be published because its owner asked for it. */
  readonly isAskedForNow: boolean;
  /** Its page is connected. */
  readonly isPageThere: boolean;
  readonly pageProblem: PageProblem | null;
  /** By which it is known again in the statement that changes it: JSON of `PLACE`. */
  readonly place: string;
}

interface ManyRow {
  id: PostId;
  status: PostStatus;
  scheduled_at: Date | null;
  facebook_page_id: PageId | null;
  page_name: string | null;
  target: Post['target'];
  composition_id: number | null;
  excerpt: string;
  problem: unknown;
  updated_at: Date;
  is_asked_for_now: boolean;
  is_page_there: boolean;
  page_problem: unknown;
  place: string;
}

export interface ManyFilter {
  readonly facebookPageId?: PageId;
  readonly text?: string;
  readonly from?: Date;
  /** Excluded. */
  readonly to?: Date;
}

const EXCERPT_LENGTH = 120;
const PLACE = ['status', 'scheduled_at', 'facebook_page_id', 'publish_now', 'publish_now_at'];
/** Where a post stands, for whoever wants to know whether somebody else was there since. */
export const placeSql = (of: string) => `jsonb_build_array(${PLACE.map((column) => `${of}.${column}`).join(', ')})`;

const SELECTED = `p.id, p.status, p.scheduled_at, p.facebook_page_id, g.name as page_name, p.target, p.composition_id,
  left(p.content, ${EXCERPT_LENGTH}) as excerpt, p.problem, p.updated_at,
  p.publish_now or p.publish_now_at is not null as is_asked_for_now,
  coalesce(g.removed_at is null and g.access_token is not null, false) as is_page_there, g.problem as page_problem,
  ${placeSql('p')}::text as place
  from posts p left join facebook_pages g on g.id = p.facebook_page_id`;
const onPages = (owner: Owner) => andOnTheirPages(owner, 'p.facebook_page_id');
const EARLIEST_FIRST = 'p.scheduled_at, p.id';

/** Many posts of an owner at once, in statements whose number does not grow with theirs. In a transaction. */
export function manyPostsRepository(trx: Knex) {
  return { ...selectingMany(trx), ...movingMany(trx), ...approvalsOfMany(trx) };
}

function approvalsOfMany(trx: Knex) {
  return {
    /** How many of them a person has approved as they are. */
    async countApproved(owner: Owner, ids: readonly PostId[]): Promise<number> {
      const approved = ownedBy(trx, 'proposals', owner)
        .whereIn('post_id', [...ids])
        .whereNotNull('decided_by')
        .select('post_id')
        .union(
          ownedBy(trx, 'post_approvals', owner)
            .whereIn('post_id', [...ids])
            .where('kind', 'person')
            .select('post_id'),
        );
      return (await approved).length;
    },
  };
}

function selectingMany(trx: Knex) {
  return {
    /** Those of these posts that are there, earliest first. */
    async byId(owner: Owner, ids: readonly PostId[]): Promise<ManyPost[]> {
      const { rows } = await trx.raw<{ rows: ManyRow[] }>(
        `select ${SELECTED} where p.user_id = ? and p.environment = ? and p.id = any(?::bigint[])
          ${onPages(owner)} order by ${EARLIEST_FIRST}`,
        [owner.userId, owner.environment, [...ids]],
      );
      return rows.map(toManyPost);
    },

    /** What waits for its time and fits, earliest first, at most `limit`, and how many there are. */
    async byFilter(
      owner: Owner,
      { from, to, ...filter }: ManyFilter,
      limit: number,
    ): Promise<{ posts: ManyPost[]; total: number }> {
      const found = narrowed(
        {
          sql: `p.user_id = ? and p.environment = ? and ${WAITING.time}${onPages(owner)}`,
          values: [owner.userId, owner.environment],
        },
        filter,
      );
      const sql = [
        found.sql,
        ...(from === undefined ? [] : ['p.scheduled_at >= ?']),
        ...(to === undefined ? [] : ['p.scheduled_at < ?']),
      ].join(' and ');
      const values = [...found.values, ...(from === undefined ? [] : [from]), ...(to === undefined ? [] : [to])];
      const {
        rows: [counted],
      } = await trx.raw<{ rows: [{ total: number }] }>(
        `select count(*)::int as total from posts p where ${sql}`,
        values,
      );
      const { rows } = await trx.raw<{ rows: ManyRow[] }>(
        `select ${SELECTED} where ${sql} order by ${EARLIEST_FIRST} limit ?`,
        [...values, limit],
      );
      return { posts: rows.map(toManyPost), total: counted.total };
    },

    /** Those of these compositions that have a post on the page. */
    async compositionsOn(owner: Owner, pageId: PageId, ids: readonly number[]): Promise<ReadonlySet<number>> {
      const found = ownedBy(trx, 'posts', owner).whereIn('composition_id', ids).where('facebook_page_id', pageId);
      return new Set(await found.distinct('composition_id').pluck<number[]>('composition_id'));
    },

    /**
     * Locks those of these posts that still stand where they stood, until the transaction ends. Never waits: whoever
     * holds one of the others is about to change it.
     * @param places JSON of `PLACE` by the id of each
     */
    async lock(owner: Owner, places: ReadonlyMap<PostId, string>, how: 'to-change' | 'to-delete'): Promise<PostId[]> {
      const posts = ownedBy<{ id: PostId }>(trx, 'posts', owner)
        .whereIn('status', EDITABLE)
        .whereRaw('posts.id = any(?::bigint[])', [[...places.keys()]])
        .whereRaw(`${placeSql('posts')} = ?::jsonb -> posts.id::text`, [jsonOf(places)])
        .orderBy('id')
        .select('id');
      const rows = await (how === 'to-delete' ? posts.forUpdate() : posts.forNoKeyUpdate()).skipLocked();
      return rows.map(({ id }) => id);
    },
  };
}

/** Posts that the same transaction has locked. Each call answers those that it moved. */
function movingMany(trx: Knex) {
  const idsOf = async (posts: Knex.QueryBuilder): Promise<PostId[]> =>
    (await posts.returning<{ id: PostId }[]>('id')).map(({ id }) => id);
  const these = (posts: Knex.QueryBuilder, ids: readonly PostId[]) =>
    posts.whereRaw('posts.id = any(?::bigint[])', [[...ids]]);

  return {
    /** Each to a time of its own. */
    schedule: (author: Author, times: ReadonlyMap<PostId, Date>): Promise<PostId[]> =>
      changingAs(trx, author, (db) => {
        const at = db.raw('(?::jsonb ->> posts.id::text)::timestamptz', [
          JSON.stringify(Object.fromEntries([...times].map(([id, time]) => [id, time.toISOString()]))),
        ]);
        return idsOf(
          these(movingOf(db, author, { schedule: { scheduled_at: at } }, { from: EDITABLE }), [...times.keys()]),
        );
      }),

    changePage: (author: Author, ids: readonly PostId[], pageId: PageId): Promise<PostId[]> =>
      changingAs(trx, author, (db) =>
        idsOf(
          these(
            movingOf(db, author, { changePage: {} }, { from: EDITABLE, written: { facebook_page_id: pageId } }),
            ids,
          ),
        ),
      ),

    /** Publishes them so many seconds from this moment, unless that is taken back. */
    askForNow: (author: Author, ids: readonly PostId[], seconds: number): Promise<PostId[]> =>
      changingAs(trx, author, (db) => {
        const at = db.raw('clock_timestamp() + make_interval(secs => ?)', [seconds]);
        return idsOf(these(movingOf(db, author, { askForNow: { publish_now_at: at } }), ids).whereRaw(NOT_IN_DOUBT));
      }),

    unaskForNow: (author: Author, ids: readonly PostId[]): Promise<PostId[]> =>
      changingAs(trx, author, (db) => idsOf(these(movingOf(db, author, { unaskForNow: {} }), ids))),

    /** Each where it was before. @param written the pages that they were on */
    putBack: (
      author: Author,
      ids: readonly PostId[],
      before: Given<'putBack', Knex.Value>,
      written: { readonly facebook_page_id: Knex.Value },
    ): Promise<PostId[]> =>
      changingAs(trx, author, (db) => idsOf(these(movingOf(db, author, { putBack: before }, { written }), ids))),

    remove: (owner: Owner, ids: readonly PostId[]): Promise<PostId[]> =>
      idsOf(these(removingOf(trx, owner, 'remove'), ids)),
  };
}

function jsonOf(places: ReadonlyMap<PostId, string>): string {
  return `{${[...places].map(([id, place]) => `"${id}":${place}`).join(',')}}`;
}

function toManyPost(row: ManyRow): ManyPost {
  return {
    id: row.id,
    status: row.status,
    scheduledAt: row.scheduled_at,
    facebookPageId: row.facebook_page_id,
    pageName: row.page_name,
    target: row.target,
    compositionId: row.composition_id,
    excerpt: row.excerpt,
    problem: row.problem === null ? null : readProblem(row.problem, row.updated_at),
    isAskedForNow: row.is_asked_for_now,
    isPageThere: row.is_page_there,
    pageProblem: row.page_problem === null ? null : readPageProblem(row.page_problem),
    place: row.place,
  };
}
