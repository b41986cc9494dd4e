import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import type { FoundImage, ImageFlaw } from './image-words.ts';

interface ImageRow {
  address: string;
  media_file_id: number | null;
  flaw: ImageFlaw | null;
}

/** What was found at the addresses of images. */
export function sheetImagesRepository(db: Knex) {
  return {
    /** By address; those that were not looked at are not among them. */
    async found(owner: Owner, sheetId: number): Promise<ReadonlyMap<string, FoundImage>> {
      const rows = await ownedBy<ImageRow>(db, 'sheet_images', owner)
        .where('sheet_id', sheetId)
        .select<ImageRow[]>('address', 'media_file_id', 'flaw');
      return new Map(rows.map((row) => [row.address, toFound(row)]));
    },

    /** Keeps what was found, unless another call was faster; of a sheet that is gone nothing is kept. */
    async keep(owner: Owner, sheetId: number, address: string, found: FoundImage): Promise<void> {
      await db.raw(
        `
        insert into sheet_images (sheet_id, user_id, environment, address, media_file_id, flaw)
        select s.id, s.user_id, s.environment, :address, cast(:media as bigint), :flaw from sheets s
        where s.id = :id and s.user_id = :user_id and s.environment = :environment
        on conflict (sheet_id, address) do nothing`,
        {
          ...ownedColumns(owner),
          id: sheetId,
          address,
          media: 'mediaId' in found ? found.mediaId : null,
          flaw: 'flaw' in found ? found.flaw : null,
        },
      );
    },
  };
}

function toFound({ media_file_id: mediaId, flaw }: ImageRow): FoundImage {
  if (mediaId !== null) return { mediaId };
  return flaw === null ? { isPending: true } : { flaw };
}
