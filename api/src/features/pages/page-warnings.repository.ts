import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { prepared } from '../../db/database.ts';
import type { Owner } from '../../db/owner.ts';
import type { Problem } from '../../problems/problem.ts';
import { readPageProblem } from '../../problems/stored-problem.ts';
import { endsTooSoon } from '../../problems/page-problems.ts';

/** Scheduled posts that will not go out unless their page is reconnected. */
export interface PageWarning {
  readonly facebookPageId: PageId;
  readonly pageName: string;
  readonly posts: number;
  /** The time of the first of them. */
  readonly failsFrom: Date;
  readonly problem: Problem;
}

interface WarningRow {
  facebook_page_id: PageId;
  name: string;
  problem: unknown;
  posts: number;
  fails_from: Date;
}

/**
 * Of a page with a problem all scheduled posts are counted, of one whose token ends those that come after its end:
 * short ranges of two indexes.
 */
const warningsOf = (onPages: string) => `
  select g.id as facebook_page_id, g.name, g.problem, w.posts, w.fails_from
  from facebook_pages g cross join lateral (
    select count(*)::int as posts, min(scheduled_at) as fails_from from (
      select scheduled_at from posts where facebook_page_id = g.id and status = 'scheduled' and not is_held
        and scheduled_at >= case when g.problem is null then least(g.token_expires_at, g.data_access_expires_at)
          else '-infinity' end
      union all
      select scheduled_at from posts where facebook_page_id = g.id and status = 'scheduled' and is_held
        and g.problem is not null
    ) planned
  ) w
  where g.user_id = $1 and g.environment = $2 and g.removed_at is null and w.posts > 0${onPages}
  order by w.fails_from, g.id`;
const WARNINGS = warningsOf('');
const WARNINGS_OF_PAGES = warningsOf(' and g.id = any($3::bigint[])');

export function pageWarningsRepository(db: Knex) {
  return {
    /** The most urgent first. */
    async list(owner: Owner): Promise<PageWarning[]> {
      const values = [owner.userId, owner.environment];
      const rows = await (owner.onlyPages
        ? prepared<WarningRow>(db, 'page_warnings_of_pages', WARNINGS_OF_PAGES, [...values, owner.onlyPages])
        : prepared<WarningRow>(db, 'page_warnings', WARNINGS, values));
      return rows.map((row) => ({
        facebookPageId: row.facebook_page_id,
        pageName: row.name,
        posts: row.posts,
        failsFrom: row.fails_from,
        problem: readPageProblem(row.problem) ?? endsTooSoon(row.name),
      }));
    },
  };
}
export type PageWarningsRepository = ReturnType<typeof pageWarningsRepository>;
