import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { readWhileWanted } from '../../db/cancellable.ts';
import { containing } from '../../db/like-pattern.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import type { Owner } from '../../db/owner.ts';
import { CODE } from '../../problems/problem.ts';
import { asksOwner, hasCode } from '../../problems/problem.sql.ts';
import type { Post } from './post.ts';
import { COLUMNS, toPost, type IsSetUp, type PostRow } from './posts.repository.ts';

/**
 * Which posts of an owner: those that wait for their time or for their owner, of one page or all, with some text in
 * them or any.
 */
export interface WaitingFilter {
  readonly for: 'time' | 'owner';
  readonly facebookPageId?: PageId;
  readonly text?: string;
}

/** Nobody can tell whether it is out. In the first minutes after a lost answer we may still find out ourselves. */
const IN_DOUBT = `p.status = 'publishing' and ${asksOwner('p.problem')}
  and not ${hasCode('p.problem', CODE.confirming)}`;
/**
 * The statuses as the partial indexes have them, word for word. A draft with a problem is one that was to go out at
 * once, and was kept.
 */
export const WAITING = {
  time: `p.status in ('scheduled', 'publishing') and not coalesce(${IN_DOUBT}, false)`,
  owner: `(p.status in ('failed', 'missed', 'draft') and (p.status <> 'draft' or p.problem is not null)
    or ${IN_DOUBT})`,
} as const;

const PAGE = 'p.facebook_page_id';

/** Every statement about the lists of what an owner still has before them. */
export function waitingPostsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  return {
    /**
     * One page of what waits, earliest first, how much the filters let through, and how much there is without them.
     * @param gone ends it
     * @param place the number of the page, or a post that it holds; a post that the filters keep out is on the first
     */
    async page(
      owner: Owner,
      filter: WaitingFilter,
      place: { pageNumber: number } | { postId: PostId },
      limit: number,
      gone: AbortSignal,
    ): Promise<{ posts: Post[]; kinds: Record<string, number>; pageNumber: number; total: number; all: number }> {
      const base = {
        sql: `p.user_id = ? and p.environment = ? and ${WAITING[filter.for]}${andOnTheirPages(owner, PAGE)}`,
        values: [owner.userId, owner.environment],
      };
      const shown = narrowed(base, filter);
      const [postId, pageNumber] = 'postId' in place ? [place.postId, null] : [null, place.pageNumber];
      // The texts are looked through once, for the counts and for the page alike.
      const [found] = await readWhileWanted<{
        total: number;
        all: number;
        kinds: Record<string, number> | null;
        page_number: number;
        ids: number[];
      }>(
        db,
        gone,
        `
        with shown as materialized (select p.id, p.status, coalesce(p.scheduled_at, 'infinity') as at from posts p
          where ${shown.sql}),
          place as (select coalesce(?::int, (select count(*)::int from shown s join shown it on it.id = ?
            where (s.at, s.id) < (it.at, it.id)) / ? + 1) as page_number)
        select (select count(*)::int from shown) as total, (select count(*)::int from posts p where ${base.sql}) as all,
          page_number,
          (select jsonb_object_agg(status, posts) from (select status, count(*)::int as posts from shown
            group by status) each) as kinds,
          array(select id from shown order by at, id limit ? offset (page_number - 1) * ?) as ids from place`,
        [...shown.values, pageNumber, postId, limit, ...base.values, limit, limit],
      );
      const { rows } = await db.raw<{ rows: PostRow[] }>(
        `select ${COLUMNS} where p.id = any(?::bigint[]) order by p.scheduled_at, p.id`,
        [found?.ids ?? []],
      );
      return {
        posts: rows.map((row) => toPost(row, isSetUp)),
        kinds: found?.kinds ?? {},
        pageNumber: found?.page_number ?? 1,
        total: found?.total ?? 0,
        all: found?.all ?? 0,
      };
    },
  };
}

export type WaitingPostsRepository = ReturnType<typeof waitingPostsRepository>;

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A condition on the posts `p` with what else is looked for. */
export function narrowed(condition: Condition, { facebookPageId, text = '' }: Omit<WaitingFilter, 'for'>): Condition {
  return {
    sql: [
      condition.sql,
      ...(facebookPageId === undefined ? [] : ['p.facebook_page_id = ?']),
      ...(text === '' ? [] : ['p.content ilike ?']),
    ].join(' and '),
    values: [
      ...condition.values,
      ...(facebookPageId === undefined ? [] : [facebookPageId]),
      ...(text === '' ? [] : [containing(text)]),
    ],
  };
}
