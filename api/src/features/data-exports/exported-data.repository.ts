import type { Knex } from 'knex';
import type { ExportedTable } from './exported-tables.ts';

/** A text may have 63,206 characters: so many are 5 MB, and a few times that while they are written. */
const ROWS_AT_ONCE = 25;
const FILES_AT_ONCE = 500;
const CURSOR = 'exported_rows';

/** Whose data: all accounts of one person, one in each environment. */
export interface ExportedPerson {
  readonly facebookId: string;
  readonly userIds: readonly number[];
}

export interface ExportedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly name: string | null;
}

/** What is read of one person, in a transaction that sees it all as it was in one moment. */
export function exportedDataRepository(trx: Knex) {
  return {
    /** Null where nobody has an account with this Facebook ID. */
    async person(facebookId: string): Promise<ExportedPerson | null> {
      const userIds = await trx('users').where({ facebook_id: facebookId }).orderBy('id').pluck<number[]>('id');
      return userIds.length === 0 ? null : { facebookId, userIds };
    },

    /** The rows of one table that are theirs, some at a time. One table is read at once. */
    async *rows(
      name: string,
      { columns, where }: ExportedTable,
      { facebookId, userIds }: ExportedPerson,
    ): AsyncGenerator<Record<string, unknown>[], void, void> {
      const values = { facebookId, userIds: [...userIds] };
      const used = Object.fromEntries(
        Object.entries(values).filter(([key]) => `${columns.join()} ${where}`.includes(`:${key}`)),
      );
      await trx.raw(
        `declare ${CURSOR} no scroll cursor for select ${columns.join(', ')} from ${name} where ${where} order by 1`,
        used,
      );
      for (;;) {
        const { rows } = await trx.raw<{ rows: Record<string, unknown>[] }>(`fetch ${ROWS_AT_ONCE} from ${CURSOR}`);
        if (rows.length > 0) yield rows;
        if (rows.length < ROWS_AT_ONCE) break;
      }
      await trx.raw(`close ${CURSOR}`);
    },

    /** How long their files are together, each once. */
    async fileBytes({ userIds }: ExportedPerson): Promise<number> {
      const theirs = trx('media_files')
        .whereIn('user_id', [...userIds])
        .distinctOn('sha256')
        .select('sha256', 'bytes');
      const [sum] = await trx.from(theirs.as('theirs')).sum<{ bytes: string | null }[]>({ bytes: 'bytes' });
      return Number(sum?.bytes ?? 0);
    },

    /** Their files, each once, some at a time, in the order of their hashes. */
    async *files({ userIds }: ExportedPerson): AsyncGenerator<ExportedFile, void, void> {
      for (let after = ''; ;) {
        const found = await trx('media_files')
          .whereIn('user_id', [...userIds])
          .where('sha256', '>', after)
          .distinctOn('sha256')
          .orderBy(['sha256', 'id'])
          .limit(FILES_AT_ONCE)
          .select<ExportedFile[]>('sha256', 'bytes', 'mime_type as mimeType', 'name');
        yield* found;
        if (found.length < FILES_AT_ONCE) return;
        after = found.at(-1)?.sha256 ?? '';
      }
    },
  };
}
