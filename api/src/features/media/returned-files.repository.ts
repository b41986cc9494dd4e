import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';

/** A file, and where it stood in a post that is there again. */
export interface ReturnedFile {
  readonly id: number;
  readonly postId: PostId;
  readonly position: number;
  readonly altText: string | null;
}

const RETURNED = `jsonb_to_recordset(?::jsonb)
  as t(id bigint, "postId" bigint, position int, "altText" text)`;

/** Files of posts that were deleted and come back, in a transaction. */
export function returnedFilesRepository(trx: Knex) {
  return {
    /** Those of these files that are there, which stay there until the transaction ends. */
    async lockThere(owner: Owner, ids: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = ownedBy<{ id: number }>(trx, 'media_files', owner).whereRaw('id = any(?::bigint[])', [[...ids]]);
      return new Set((await rows.orderBy('id').forUpdate().select('id')).map(({ id }) => id));
    },

    /** One that is in another post by now is given as a row of its own. */
    async giveBack(owner: Owner, files: readonly ReturnedFile[]): Promise<void> {
      const given = JSON.stringify(files);
      const own = [owner.userId, owner.environment];
      await trx.raw(
        `insert into media_files (user_id, environment, post_id, position, sha256, mime_type, bytes, alt_text, kind,
          width, height, duration_seconds, name)
        select m.user_id, m.environment, t."postId", t.position, m.sha256, m.mime_type, m.bytes, t."altText", m.kind,
          m.width, m.height, m.duration_seconds, m.name
        from media_files m join ${RETURNED} on t.id = m.id
        where m.user_id = ? and m.environment = ? and m.post_id is not null`,
        [given, ...own],
      );
      await trx.raw(
        `update media_files m set post_id = t."postId", position = t.position, alt_text = t."altText" from ${RETURNED}
        where t.id = m.id and m.user_id = ? and m.environment = ? and m.post_id is null`,
        [given, ...own],
      );
    },
  };
}
