import type { Knex } from 'knex';
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
