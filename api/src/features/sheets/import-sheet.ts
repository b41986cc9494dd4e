import type { Knex } from 'knex';
import type { SheetReading } from '../../contract/sheets.ts';
import { ConflictError, ForbiddenError, NotFoundError, RefusedError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Author } from '../posts/author.ts';
import { needSlots } from '../slots/need-slots.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { needTokenStill } from '../tokens/need-token-still.ts';
import { comparedRows, isProgram } from './compared-rows.ts';
import { GONE } from './fetch-images.ts';
import type { CheckedRow } from './check-rows.ts';
import { importedBefore, importedBeforeWords } from './imported-before.ts';
import type { CheckedSheet, readingSheets } from './read-sheet.ts';
import { sheetsRepository, type Made } from './sheets.repository.ts';
import { createPosts, postsOfRows } from './row-posts.ts';
import { slotRequests } from './row-slots.ts';
import { countsOf, markOf } from './sheet-counts.ts';

interface Deps {
  readonly db: Knex;
  readonly idempotency: Pick<Idempotency, 'importOnce'>;
  readonly media: MediaService;
  readonly checked: ReturnType<typeof readingSheets>['checked'];
}

export interface ImportInput {
  readonly reading: SheetReading;
  readonly skipProblems: boolean;
  readonly again: boolean;
  /** Posts that the preview has counted; null: not asked. */
  readonly posts: number | null;
  /** Of all that it has shown. */
  readonly mark: string | null;
}

/** Makes the posts of sheets. */
export function importingSheets({ db, idempotency, media, checked }: Deps) {
  async function make(trx: Knex, author: Author, { sheet, rows }: CheckedSheet): Promise<Made> {
    const good = rows.filter(({ problems }) => problems.length === 0);
    const tied = await postsOfRows(trx, author, good);
    const timed = tied.filter(({ row }) => row.becomes !== 'slot').map(({ post }) => post);
    await createPosts(media, trx, author, timed);
    // After those with a time, which have taken theirs by now.
    const slotted = tied.filter(({ row }) => row.becomes === 'slot').map(({ post }) => post);
    const slots = await needSlots(trx, author, slotRequests(good));
    const booked = slotted.map((post, place) => ({ ...post, scheduledAt: slots[place] ?? null }));
    await createPosts(media, trx, author, booked);
    const times = [...timed, ...booked].flatMap(({ scheduledAt }) => scheduledAt?.getTime() ?? []);
    const firstAt = times.reduce((least, at) => Math.min(least, at), Infinity);
    const made = {
      posts: tied.length,
      scheduled: times.length,
      drafts: tied.length - times.length,
      skippedRows: rows.length - good.length,
      firstAt: Number.isFinite(firstAt) ? new Date(firstAt).toISOString() : null,
    };
    await sheetsRepository(trx).finish(
      author,
      sheet.id,
      made,
      good.map(({ hash }) => hash),
    );
    return made;
  }

  return {
    /**
     * All posts of a sheet, or none. A sheet that was imported already answers what was made of it then.
     * @throws RefusedError for rows with problems; ConflictError for what was imported before, or has changed since
     */
    async import(author: Author, id: number, input: ImportInput, idempotencyKey: IdempotencyKey | null): Promise<Made> {
      const sheetId = await inOwnersTurn(db, author, () =>
        idempotency.importOnce(author, idempotencyKey, (given) =>
          given.transaction(async (trx) => {
            await takenTimesRepository(trx).lock(author);
            const sheet = await sheetsRepository(trx).lock(author, id);
            if (sheet === null) throw new NotFoundError(GONE);
            if (sheet.made !== null) return id;
            const read = await comparedRows(trx, author, await checked(trx, author, sheet, input.reading));
            await refuse(trx, author, read, input);
            await make(trx, author, read);
            await needTokenStill(trx, author);
            return id;
          }),
        ),
      );
      const made = (await sheetsRepository(db).find(author, sheetId))?.made;
      if (made == null) throw new NotFoundError(GONE);
      return made;
    },
  };
}

/** @throws RefusedError, ConflictError */
async function refuse(trx: Knex, author: Author, read: CheckedSheet, input: ImportInput): Promise<void> {
  const [missing] = read.problems;
  if (missing !== undefined) throw new RefusedError(missing.message, { problems: read.problems.length });
  if (read.images.pending.length > 0)
    throw new ConflictError("We haven't fetched all images of this sheet yet. Nothing was imported.");
  if (!input.skipProblems) refuseLookAlikes(read);
  const { problems, posts } = countsOf(read.rows);
  if (problems > 0 && !input.skipProblems)
    throw new RefusedError(
      `${problems === 1 ? '1 row has a problem' : `${problems} rows have problems`}. ` +
        'Correct them, or leave them out. Nothing was imported.',
      { problems },
    );
  if (posts === 0)
    throw new RefusedError('No row of this sheet can be imported. Correct its rows first.', { problems });
  if (input.posts !== null && input.posts !== posts)
    throw new ConflictError(
      `This sheet makes ${counted(posts)} by now, not ${counted(input.posts)}. ` +
        'Nothing was imported. Look at it again.',
    );
  if (input.mark !== null && input.mark !== markOf(read.rows))
    throw new ConflictError(
      'Your plan or this sheet has changed since you looked at it. Nothing was imported. Look at it again.',
    );
  const before = await importedBefore(trx, author, read);
  if (before !== null && input.again && isProgram(author)) throw new ForbiddenError(PROGRAMS_IMPORT_ONCE);
  if (before !== null && !input.again)
    throw new ConflictError(importedBeforeWords(before), {
      importedBefore: { ...before, at: before.at.toISOString() },
    });
  refuseKnown(read);
}

const PROGRAMS_IMPORT_ONCE =
  'Nothing was imported. Programs import the same rows once. ' +
  'If they are meant to go out again, a person imports them again in Pagecast.';
const ROWS_NAMED = 20;

/** @throws ConflictError for a program whose rows are proposed, planned or out already */
function refuseKnown({ rows }: CheckedSheet): void {
  const known = numbersOf(rows, 'same');
  if (known.length === 0) return;
  throw new ConflictError(
    `The same is proposed, planned or published already: ${named(known)}. ` +
      'Nothing was imported. Leave these rows out. If they are meant to go out again, a person imports them.',
    { rows: known },
  );
}

/** @throws ConflictError for a program whose rows may be what is proposed, planned or out */
function refuseLookAlikes({ rows }: CheckedSheet): void {
  const alike = numbersOf(rows, 'alike');
  if (alike.length === 0) return;
  throw new ConflictError(
    `These rows look like posts that are proposed, planned or published already: ${named(alike)}. ` +
      'Nothing was imported. Leave these rows out, or ask a person to import them. Do not reword them.',
    { rows: alike },
  );
}

const numbersOf = (rows: CheckedSheet['rows'], what: CheckedRow['known']) =>
  rows.flatMap(({ row, known }) => (known === what ? [row.number] : []));
const named = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? 'row' : 'rows'} ${numbers.slice(0, ROWS_NAMED).join(', ')}` +
  `${numbers.length > ROWS_NAMED ? ' and more' : ''}`;

const counted = (posts: number) => (posts === 1 ? '1 post' : `${posts} posts`);
