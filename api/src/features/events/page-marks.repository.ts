import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { LiveFamily } from '../../contract/status.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';

/** By family: a text that differs when what stands on these pages does. */
export type PageMarks = Readonly<Partial<Record<LiveFamily, string>>>;

const mark = (table: string, page: string, at: string) => `
  (select count(*) || '/' || coalesce(max(extract(epoch from ${at})), 0) from ${table}
    where user_id = $1 and environment = $2 and ${page} = any($3::bigint[]))`;
const POSTS = mark('posts', 'facebook_page_id', 'updated_at');
const MARKS = `
  select ${POSTS} as posts, ${POSTS} as dashboard, ${mark('facebook_pages', 'id', 'updated_at')} as pages,
    ${mark('notifications', 'facebook_page_id', 'greatest(updated_at, read_at)')} as notifications,
    ${mark('proposals', 'facebook_page_id', 'updated_at')} as automation`;

export function pageMarksRepository(db: Knex) {
  return {
    async of({ userId, environment }: Owner, pages: readonly PageId[]): Promise<PageMarks> {
      const [row] = await prepared<PageMarks>(db, 'page_marks', MARKS, [userId, environment, [...pages]]);
      return row ?? {};
    },
  };
}
