import type { Knex } from 'knex';
import { insertSql } from '../features/posts/post-writes.sql.ts';
import { CLAIM_ABANDONED, CLAIM_NEXT_OF_PAGES, DUE_PAGES } from '../features/publishing/claims.sql.ts';

/** A statement as it was before there were stories: without a word of them. */
function before(sql: string): string {
  const older = sql.replaceAll("or p.placement = 'story'", '').replaceAll(/, ((p|picked|taken)\.)?placement\b/g, '');
  if (older.includes('placement')) throw new Error(`It still knows of stories: ${older}`);
  return older;
}

/** The posts that a process of the release before stories claims: those that are due, and those left behind. */
export async function claimAsBeforeStories(db: Knex): Promise<number[]> {
  const run = async <Row>(sql: string, values: Knex.RawBinding[]) =>
    (await db.raw<{ rows: Row[] }>(before(sql).replaceAll(/\$(\d)/g, ':v$1'), bound(values))).rows;
  const pages = await run<{ id: number }>(DUE_PAGES, [10]);
  const claimed = [
    ...(await run<{ id: number }>(CLAIM_NEXT_OF_PAGES, [null, pages.map(({ id }) => id), null])),
    ...(await run<{ id: number }>(CLAIM_ABANDONED, [null, 10, null, null])),
  ];
  return claimed.map(({ id }) => id);
}

const bound = (values: Knex.RawBinding[]) => Object.fromEntries(values.map((value, at) => [`v${at + 1}`, value]));

/** Copies a post as such a process does: it says all that it knows of it. @returns the copy's number */
export async function copyAsBeforeStories(db: Knex, id: number, values: { content?: string } = {}): Promise<number> {
  const known = ['user_id', 'environment', 'target', 'facebook_page_id', 'media_type', 'content_type', 'scheduled_at'];
  const copied = insertSql(
    'scheduled',
    {
      ...(Object.fromEntries(known.map((column) => [column, `p.${column}`])) as Parameters<typeof insertSql>[1]),
      content: 'coalesce(:content, p.content)',
    },
    'posts p where p.id = :id',
  );
  const { rows } = await db.raw<{ rows: [{ id: number }] }>(
    `with copied as (${copied} returning id, user_id, environment)
    insert into media_files (user_id, environment, post_id, position, sha256, mime_type, bytes)
    select c.user_id, c.environment, c.id, m.position, m.sha256, m.mime_type, m.bytes
    from copied c, media_files m where m.post_id = :id returning post_id as id`,
    { id, content: values.content ?? null },
  );
  return Number(rows[0].id);
}
