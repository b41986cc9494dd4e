import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { SHARED_PAGES } from '../page-rights/page-rights.repository.ts';
import {
  ofPost,
  rowsFor,
  toFile,
  type Chooser,
  type MediaFile,
  type MediaRow,
  type Place,
} from './media.repository.ts';

const COPIED =
  'user_id, environment, position, sha256, mime_type, bytes, alt_text, kind, ' +
  'width, height, duration_seconds, has_ai_label';

/** What has files from which each of its posts gets rows of its own: a text that comes again by a rule, a proposal. */
export type Keeper = 'recurrence_text_id' | 'proposal_id';

export function keptMediaRepository(db: Knex) {
  return {
    /**
     * In their order, as rows of the keeper's own, in place of those that it had. False when one is gone.
     * @param by who has chosen them
     */
    async keepFor(
      owner: Owner,
      places: readonly Place[],
      [keeper, keeperId]: [Keeper, number],
      by: Chooser = owner,
    ): Promise<boolean> {
      const before = await ownedBy<MediaRow>(db, 'media_files', owner).where(keeper, keeperId);
      for (const [position, { id, altText }] of places.entries()) {
        const [row] = await rowsFor(db, by, [id]);
        if (row === undefined) return false;
        const here = {
          ...ownedColumns(owner),
          [keeper]: keeperId,
          position,
          alt_text: altText === undefined ? row.alt_text : altText,
          // It goes with its keeper, and no version sweeps it before.
          created_at: 'infinity',
        };
        await db('media_files').insert({ ...ofPost(row), ...here });
      }
      await ownedBy<MediaRow>(db, 'media_files', owner)
        .whereIn(
          'id',
          before.map(({ id }) => id),
        )
        .delete();
      return true;
    },

    async keptFor(owner: Owner, [keeper, keeperId]: [Keeper, number]): Promise<MediaFile[]> {
      const rows = await ownedBy<MediaRow>(db, 'media_files', owner)
        .where(keeper, keeperId)
        .orderBy([{ column: 'position' }, { column: 'id' }]);
      return rows.map(toFile);
    },

    async copyKept([keeper, keeperId]: [Keeper, number], toPostId: PostId): Promise<void> {
      await db.raw(
        `insert into media_files (post_id, ${COPIED}) select ?::bigint, ${COPIED} from media_files
        where ${keeper} = ?`,
        [toPostId, keeperId],
      );
    },

    /** A file of what is proposed for a page that others share with the reader. */
    async findShared({ userId, environment, onlyPages }: Owner, id: number): Promise<MediaFile | null> {
      const pages = onlyPages == null ? null : [...onlyPages];
      const { rows } = await db.raw<{ rows: MediaRow[] }>(
        `select m.* from media_files m join proposals pr on pr.id = m.proposal_id
        where m.id = ? and m.environment = ? and pr.facebook_page_id = any(array(${SHARED_PAGES}))
          and (?::bigint[] is null or pr.facebook_page_id = any(?::bigint[]))`,
        [id, environment, userId, environment, pages, pages] as Knex.RawBinding[],
      );
      return rows[0] === undefined ? null : toFile(rows[0]);
    },
  };
}
