import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import { POSTS, PROPOSALS, scopesOf, type Around } from './looked-at.sql.ts';
import type { Reference } from './proposal.ts';

/** By what it shows, a file or a link, something is known in whatever words it comes. */
export interface Mark {
  readonly pageId: PageId;
  readonly mark: string;
}

/** Pairs of a page and a mark, in two bindings. */
const ASKED = '(select * from unnest(?::bigint[], ?::text[]) as a(page_id, mark)) a';

/** What shows the same file within a week, or leads to the same within a day. */
export function markedPostsRepository(db: Knex) {
  const MARKED = {
    post: `select distinct 'post' as kind, n.id, n.facebook_page_id as "pageId", m.mark
      from (select * from ${POSTS} and p.created_at > now() - interval '7 days' offset 0) n
      cross join lateral (
        select 'file:' || m.sha256 as mark from media_files m where m.post_id = n.id
        union all select unnest(s.links) from post_sketches s
          where s.post_id = n.id and n.created_at > now() - interval '1 day') m
      join ${ASKED} on a.page_id = n.facebook_page_id and a.mark = m.mark`,
    proposal: `select distinct 'proposal' as kind, n.id, n.facebook_page_id as "pageId", m.mark
      from (select * from ${PROPOSALS} and pr.created_at > now() - interval '7 days' offset 0) n
      cross join lateral unnest(n.marks) as m(mark)
      join ${ASKED} on a.page_id = n.facebook_page_id and a.mark = m.mark
      where m.mark like 'file:%' or n.created_at > now() - interval '1 day'`,
  };

  return {
    async marked(
      around: Around,
      kinds: readonly Reference['kind'][],
      marks: readonly Mark[],
    ): Promise<(Reference & Mark)[]> {
      if (marks.length === 0) return [];
      const scopes = await scopesOf(db, around);
      const found: (Reference & Mark)[] = [];
      for (const kind of kinds) {
        const { values, pages } = scopes[kind];
        const asked = [...pages].flatMap(([id, pageId]) =>
          marks.flatMap(({ pageId: of, mark }) => (of === pageId ? [{ id, mark }] : [])),
        );
        const { rows } = await db.raw<{ rows: (Reference & Mark)[] }>(MARKED[kind], [
          ...values,
          asked.map(({ id }) => id),
          asked.map(({ mark }) => mark),
        ]);
        found.push(...rows.map((row) => ({ ...row, pageId: pages.get(row.pageId) ?? row.pageId })));
      }
      return found;
    },
  };
}
