import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { ReusedKeyError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';

/** Nobody repeats a call after this. */
const KEEP_HOURS = 48;

interface KeyRow {
  call: string;
  request_hash: Buffer;
  post_id: PostId | null;
}

/** What was done for which key. Callers without one are served like before: each call stands for itself. */
export function idempotencyKeysRepository(db: Knex) {
  function postOf(row: KeyRow, idempotencyKey: IdempotencyKey): PostId | null {
    if (row.call !== idempotencyKey.call || !row.request_hash.equals(idempotencyKey.requestHash)) {
      throw new ReusedKeyError('This Idempotency-Key belongs to another request. Use a new key for a new request.');
    }
    return row.post_id;
  }

  return {
    /**
     * The post that this key has led to already, or null.
     * @throws ReusedKeyError when the key stands for another request
     */
    async find(owner: Owner, idempotencyKey: IdempotencyKey | null): Promise<PostId | null> {
      if (idempotencyKey === null) return null;
      const row = await ownedBy<KeyRow>(db, 'idempotency_keys', owner)
        .where('key', idempotencyKey.key)
        .first('call', 'request_hash', 'post_id');
      return row === undefined ? null : postOf(row, idempotencyKey);
    },

    /**
     * Does `work` unless it has been done for this key, together with the note that it was. Of two that come at once
     * the second waits for the first; where the first gives up, the second does it.
     * @param work short, and without a call over the network; answers the post it was about
     * @returns that post, or the one of the first time
     */
    async once(
      owner: Owner,
      idempotencyKey: IdempotencyKey | null,
      work: (db: Knex) => Promise<PostId>,
    ): Promise<PostId> {
      if (idempotencyKey === null) return work(db);
      return db.transaction(async (trx) => {
        // Touching the row of an earlier call waits for its end and locks it.
        const [row] = (await trx('idempotency_keys')
          .insert({
            ...ownedColumns(owner),
            key: idempotencyKey.key,
            call: idempotencyKey.call,
            request_hash: idempotencyKey.requestHash,
          })
          .onConflict(['user_id', 'environment', 'key'])
          .merge(['key'])
          .returning(['call', 'request_hash', 'post_id'])) as [KeyRow];
        const known = postOf(row, idempotencyKey);
        if (known !== null) return known;
        const postId = await work(trx);
        await ownedBy(trx, 'idempotency_keys', owner)
          .where('key', idempotencyKey.key)
          .update({ post_id: postId } as object);
        return postId;
      });
    },

    async forgetOld(): Promise<void> {
      await db('idempotency_keys')
        .where('created_at', '<', db.raw(`now() - interval '${KEEP_HOURS} hours'`))
        .delete();
    },
  };
}
export type IdempotencyKeysRepository = ReturnType<typeof idempotencyKeysRepository>;
