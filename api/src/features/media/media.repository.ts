import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';

interface MediaRow {
  id: number;
  post_id: number | null;
  position: number;
  sha256: string;
  mime_type: string;
  bytes: number;
  alt_text: string | null;
  created_at: Date;
}

export interface MediaFile {
  readonly id: number;
  readonly sha256: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly altText: string | null;
}

/** Rows about files; the bytes are the storage's. */
export function mediaRepository(db: Knex) {
  const table = () => db<MediaRow>('media_files');

  return {
    /** Until the end of this transaction, nobody else stores or removes a file with this hash. */
    async lockHash(sha256: string): Promise<void> {
      await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`media:${sha256}`]);
    },

    async add(owner: Owner, file: Omit<MediaFile, 'id'>): Promise<number> {
      const [row] = await db('media_files').insert({
        ...ownedColumns(owner), sha256: file.sha256, mime_type: file.mimeType, bytes: file.bytes, alt_text: file.altText,
      }).returning('id') as [{ id: number }];
      return row.id;
    },

    /** Gives unused files of the owner to a post, in this order. @throws Error when one is gone or used */
    async attach(owner: Owner, ids: readonly number[], postId: number): Promise<void> {
      for (const [position, id] of ids.entries()) {
        const count = Number(await ownedBy<MediaRow>(db, 'media_files', owner).where({ id }).whereNull('post_id').update({ post_id: postId, position }));
        if (count !== 1) throw new Error(`File ${id} cannot be given to post ${postId}`);
      }
    },

    async copy(fromPostId: number, toPostId: number): Promise<void> {
      await db.raw(`
        insert into media_files (user_id, environment, post_id, position, sha256, mime_type, bytes, alt_text)
        select user_id, environment, ?, position, sha256, mime_type, bytes, alt_text from media_files where post_id = ?`, [toPostId, fromPostId]);
    },

    async ofPost(postId: number): Promise<MediaFile[]> {
      return (await table().where({ post_id: postId }).orderBy([{ column: 'position' }, { column: 'id' }])).map(toFile);
    },

    /** Forgets the owner's files with these ids, or all of them, and answers their hashes. */
    async forget(owner: Owner, ids: readonly number[] | 'all'): Promise<string[]> {
      const rows = ownedBy<MediaRow>(db, 'media_files', owner);
      if (ids !== 'all') void rows.whereIn('id', ids);
      return hashesOf(await rows.delete().returning<{ sha256: string }[]>('sha256'));
    },

    /** Forgets files that have had no post since before `before`, at most `limit`, and answers their hashes. */
    async forgetUnused(before: Date, limit: number): Promise<string[]> {
      const unused = table().select('id').whereNull('post_id').where('created_at', '<', before).orderBy('created_at').limit(limit).forUpdate().skipLocked();
      return hashesOf(await table().whereIn('id', unused).delete().returning('sha256'));
    },

    /** Those of these hashes that some row still needs. */
    async used(hashes: readonly string[]): Promise<Set<string>> {
      return new Set(await table().whereIn('sha256', hashes).distinct().pluck<string[]>('sha256'));
    },
  };
}
export type MediaRepository = ReturnType<typeof mediaRepository>;

function hashesOf(rows: readonly { sha256: string }[]): string[] {
  return [...new Set(rows.map(({ sha256 }) => sha256))];
}

function toFile(row: MediaRow): MediaFile {
  return { id: row.id, sha256: row.sha256, mimeType: row.mime_type, bytes: row.bytes, altText: row.alt_text };
}
