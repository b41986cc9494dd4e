import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { MediaRow } from './media.repository.ts';

/**
 * Thumbnails of videos: of each row of a library its own, in the database. Their browsers say what a video shows, so
 * one person's frame is never another's, though the bytes of the video are the same.
 */
export function videoFramesRepository(db: Knex) {
  return {
    /** In place of the one before. False when the file is gone. */
    async keep(owner: Owner, fileId: number, data: Buffer): Promise<boolean> {
      return db.transaction(async (trx) => {
        const own = ownedBy<MediaRow>(trx, 'media_files', owner).where({ id: fileId }).whereNotNull('library_at');
        if (Number(await own.update({ thumbnail: 'made' } as object)) === 0) return false;
        await trx('video_frames').insert({ media_file_id: fileId, data }).onConflict('media_file_id').merge();
        return true;
      });
    },

    async find(owner: Owner, fileId: number): Promise<Buffer | null> {
      const row = await ownedBy<MediaRow>(db, 'media_files', owner)
        .where({ id: fileId })
        .join('video_frames', 'video_frames.media_file_id', 'media_files.id')
        .first<{ data: Buffer } | undefined>('video_frames.data');
      return row?.data ?? null;
    },
  };
}
