import type { Knex } from 'knex';
import { EXCERPT_LENGTH, TROUBLED_SHOWN } from '../../contract/waiting-posts.ts';
import { andOnTheirPages } from '../../db/only-pages.sql.ts';
import type { Owner } from '../../db/owner.ts';
import type { Post, PostStatus } from './post.ts';
import { COLUMNS, toPost, type IsSetUp, type PostRow } from './posts.repository.ts';

/** What a list says of the posts of one composition, those included that it does not hold. */
export interface TiedPosts {
  readonly compositionId: number;
  readonly excerpt: string;
  readonly statuses: Readonly<Partial<Record<PostStatus, number>>>;
  readonly scheduledAt: Date | null;
  readonly troubled: readonly Post[];
}

interface TiedRow {
  composition_id: number;
  excerpt: string;
  statuses: PostStatus[];
  scheduled_at: Date | null;
}

const tiedOf = (owner: Owner) => `p.composition_id = any(?::bigint[]) and p.user_id = ? and p.environment = ?
  ${andOnTheirPages(owner, 'p.facebook_page_id')}`;

/** Posts of one text for several pages, counted for lists: in two statements, whatever their number. */
export function tiedPostsRepository(db: Knex, isSetUp: IsSetUp = () => false) {
  return {
    /** Of each composition that one of `posts` belongs to. */
    async of(owner: Owner, posts: readonly Pick<Post, 'compositionId'>[]): Promise<TiedPosts[]> {
      const ids = [...new Set(posts.flatMap(({ compositionId }) => compositionId ?? []))];
      if (ids.length === 0) return [];
      const values = [ids, owner.userId, owner.environment];
      const [{ rows }, troubled] = await Promise.all([
        db.raw<{ rows: TiedRow[] }>(
          `
          select p.composition_id, mode() within group (order by left(p.content, ${EXCERPT_LENGTH})) as excerpt,
            array_agg(p.status) as statuses,
            coalesce(min(p.scheduled_at) filter (where p.status in ('scheduled', 'publishing')),
              min(p.scheduled_at) filter (where p.status <> 'published')) as scheduled_at
          from posts p where ${tiedOf(owner)} group by 1`,
          values,
        ),
        db.raw<{ rows: PostRow[] }>(
          `select ${COLUMNS} where p.id in (
            select id from (
              select p.id, row_number() over (partition by p.composition_id order by p.id) as place
              from posts p where ${tiedOf(owner)} and p.status in ('failed', 'missed')
            ) numbered where place <= ${TROUBLED_SHOWN}
          ) order by p.id`,
          values,
        ),
      ]);
      const failed = troubled.rows.map((row) => toPost(row, isSetUp));
      return rows.map((row) => ({
        compositionId: row.composition_id,
        excerpt: row.excerpt,
        statuses: countsOf(row.statuses),
        scheduledAt: row.scheduled_at,
        troubled: failed.filter(({ compositionId }) => compositionId === row.composition_id),
      }));
    },
  };
}
export type TiedPostsRepository = ReturnType<typeof tiedPostsRepository>;

function countsOf(statuses: readonly PostStatus[]): Partial<Record<PostStatus, number>> {
  const counts: Partial<Record<PostStatus, number>> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
