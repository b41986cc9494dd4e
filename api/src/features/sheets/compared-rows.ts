import type { Knex } from 'knex';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { inZone } from '../../http/in-zone.ts';
import type { Author } from '../posts/author.ts';
import { marksOf } from '../proposals/intent.ts';
import type { Similar } from '../proposals/proposal.ts';
import { similarPosts } from '../proposals/similar.ts';
import type { CheckedRow } from './check-rows.ts';
import { knownAlready } from './known-already.ts';
import { knownPostsRepository } from './known-posts.repository.ts';
import type { CheckedSheet } from './read-sheet.ts';

const EXCERPT = 60;
const KNOWN = 'The same is proposed, planned or published already, so a program does not import it.';

export const isProgram = (author: Author): boolean => 'token' in author && author.token !== null;

/**
 * The rows of a program, compared with what is proposed, planned or out as its single posts are. Where those would wait
 * for a person, the row has a problem, since nobody is there to answer. People see both in the preview, and know.
 */
export async function comparedRows(db: Knex, author: Author, read: CheckedSheet): Promise<CheckedSheet> {
  if (!isProgram(author)) return read;
  const going = read.rows.filter(({ problems, becomes }) => problems.length === 0 && becomes !== 'draft');
  if (going.length === 0) return read;
  const same = new Set(await knownAlready(db, author, going));
  const alike = await lookAlikes(
    db,
    author,
    going.filter(({ row }) => !same.has(row.number)),
  );
  const now = await databaseTime(db);
  const rows = read.rows.map((row): CheckedRow => {
    const { number } = row.row;
    if (same.has(number)) return { ...row, known: 'same', notes: [...row.notes, KNOWN] };
    const found = alike.get(number);
    if (found === undefined) return row;
    const message = wordsFor(found, inZone(new Date(found.similar.at), read.sheet.reading.timeZone, now));
    return { ...row, known: 'alike', problems: [...row.problems, { field: 'text', message }] };
  });
  return { ...read, rows };
}

interface LookAlike {
  readonly pageName: string;
  readonly similar: Similar;
}

/** By the numbers of the rows, of those that look like another post of one of their pages. */
async function lookAlikes(
  db: Knex,
  owner: Owner,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<number, LookAlike>> {
  const now = await databaseTime(db);
  const hashes = await knownPostsRepository(db).hashes(
    owner,
    rows.flatMap(({ mediaIds }) => mediaIds),
  );
  const asked = rows.flatMap(({ row, pageIds, mediaIds }) => {
    const media = mediaIds.map((id) => hashes.get(id) ?? '');
    const at = row.when.kind === 'at' ? row.when.at : now;
    const of = { content: row.text, marks: marksOf({ content: row.text, media }), placement: 'feed', at } as const;
    return pageIds.map((pageId) => ({ ...of, pageId, row }));
  });
  const found = await similarPosts(db).ofEach(owner, asked);
  return new Map(
    asked.flatMap(({ row, pageId }, place) => {
      const likeness = found[place];
      if (likeness == null) return [];
      const pageName = row.pages.find(({ id }) => id === pageId)?.name ?? 'its page';
      return [[row.number, { pageName, similar: likeness.similar }] as const];
    }),
  );
}

function wordsFor({ pageName, similar }: LookAlike, at: string): string {
  const line = similar.content.replace(/\s+/g, ' ').trim();
  const excerpt = line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
  const what = similar.kind === 'post' ? `a post of ${pageName} at ${at}` : `a proposal for ${pageName} at ${at}`;
  return (
    `This looks like ${what}: “${excerpt.toWellFormed()}”. Programs don't import what may be the same. ` +
    'Leave this row out, or ask a person to import it.'
  );
}
