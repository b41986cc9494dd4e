import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';

interface UploadRow {
  id: string;
  bytes: number;
  media_file_id: number | null;
  writers: string[];
  name: string | null;
  created_at: Date;
}

export interface Upload {
  readonly id: string;
  /** What was announced. */
  readonly bytes: number;
  /** What it has become once whole. */
  readonly mediaFileId: number | null;
  /** Processes that have written to it. */
  readonly writers: readonly string[];
  /** As the file is called where it comes from. */
  readonly name: string | null;
  readonly createdAt: Date;
}

/** Rows about files on their way here. */
export function uploadsRepository(db: Knex) {
  const toUpload = (row: UploadRow): Upload => ({
    id: row.id,
    bytes: row.bytes,
    mediaFileId: row.media_file_id,
    writers: row.writers,
    name: row.name,
    createdAt: row.created_at,
  });

  return {
    async add(owner: Owner, { id, bytes, name }: Pick<Upload, 'id' | 'bytes' | 'name'>): Promise<void> {
      await db('media_uploads').insert({ ...ownedColumns(owner), id, bytes, name });
    },

    async find(owner: Owner, id: string): Promise<Upload | null> {
      const row = await ownedBy<UploadRow>(db, 'media_uploads', owner).where({ id }).first();
      return row === undefined ? null : toUpload(row);
    },

    /** As `find`; until the end of this transaction, whoever asks the same waits. */
    async lock(owner: Owner, id: string): Promise<Upload | null> {
      const row = await ownedBy<UploadRow>(db, 'media_uploads', owner).where({ id }).forUpdate().first();
      return row === undefined ? null : toUpload(row);
    },

    /** Notes a process that will write to it from now on. False when it is whole already. */
    async noteWriter(owner: Owner, id: string, writer: string): Promise<boolean> {
      const writers = db.raw('case when ?::uuid = any(writers) then writers else writers || ?::uuid end', [
        writer,
        writer,
      ]);
      return (
        (await ownedBy<UploadRow>(db, 'media_uploads', owner)
          .where({ id })
          .whereNull('media_file_id')
          .update({ writers })) === 1
      );
    },

    async finish(owner: Owner, id: string, mediaFileId: number): Promise<void> {
      await ownedBy<UploadRow>(db, 'media_uploads', owner).where({ id }).update({ media_file_id: mediaFileId });
    },

    async countOpen(owner: Owner): Promise<number> {
      const [row] = await ownedBy<UploadRow>(db, 'media_uploads', owner)
        .whereNull('media_file_id')
        .count<{ count: number }[]>();
      return Number(row?.count ?? 0);
    },

    /** Forgets one of the owner's, or all. @returns the ids of those that were there */
    async forget(owner: Owner, which: string | 'all'): Promise<string[]> {
      const rows = ownedBy<UploadRow>(db, 'media_uploads', owner);
      if (which !== 'all') void rows.where({ id: which });
      return (await rows.delete().returning<{ id: string }[]>('id')).map(({ id }) => id);
    },

    async forgetOlder(before: Date): Promise<string[]> {
      return (await db<UploadRow>('media_uploads').where('created_at', '<', before).delete().returning('id')).map(
        ({ id }) => id,
      );
    },
  };
}
export type UploadsRepository = ReturnType<typeof uploadsRepository>;
