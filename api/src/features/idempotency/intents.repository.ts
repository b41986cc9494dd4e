import type { Knex } from 'knex';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { ReusedKeyError } from '../../http/errors.ts';
import type { Intent } from '../../http/intent.ts';

/** Nobody repeats a call after this. */
const KEEP_HOURS = 48;

interface IntentRow {
  call: string;
  request_hash: Buffer;
  post_id: number | null;
}

/** What was done for which intent. Callers without one are served like before: each call stands for itself. */
export function intentsRepository(db: Knex) {
  function postOf(row: IntentRow, intent: Intent): number | null {
    if (row.call !== intent.call || !row.request_hash.equals(intent.requestHash)) {
      throw new ReusedKeyError('This Idempotency-Key belongs to another request. Use a new key for a new intent.');
    }
    return row.post_id;
  }

  return {
    /**
     * The post that this intent has led to already, or null.
     * @throws ReusedKeyError when the key stands for another request
     */
    async find(owner: Owner, intent: Intent | null): Promise<number | null> {
      if (intent === null) return null;
      const row = await ownedBy<IntentRow>(db, 'idempotency_keys', owner)
        .where('key', intent.key)
        .first('call', 'request_hash', 'post_id');
      return row === undefined ? null : postOf(row, intent);
    },

    /**
     * Does `work` unless it has been done for this intent, together with the note that it was. Of two that come at once
     * the second waits for the first; where the first gives up, the second does it.
     * @param work short, and without a call over the network; answers the post it was about
     * @returns that post, or the one of the first time
     */
    async once(owner: Owner, intent: Intent | null, work: (db: Knex) => Promise<number>): Promise<number> {
      if (intent === null) return work(db);
      return db.transaction(async (trx) => {
        // Touching the row of an earlier call waits for its end and locks it.
        const [row] = (await trx('idempotency_keys')
          .insert({ ...ownedColumns(owner), key: intent.key, call: intent.call, request_hash: intent.requestHash })
          .onConflict(['user_id', 'environment', 'key'])
          .merge(['key'])
          .returning(['call', 'request_hash', 'post_id'])) as [IntentRow];
        const known = postOf(row, intent);
        if (known !== null) return known;
        const postId = await work(trx);
        await ownedBy(trx, 'idempotency_keys', owner)
          .where('key', intent.key)
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
export type IntentsRepository = ReturnType<typeof intentsRepository>;
